/* SPDX-License-Identifier: Apache-2.0 */
/** Engine processes: which one serves a session, how it is found, started, watched and stopped. */
package io.sluice.server.engine;
