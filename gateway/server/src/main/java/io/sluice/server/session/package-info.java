/* SPDX-License-Identifier: Apache-2.0 */
/** Sessions: who may open one, with which settings, and when it ends. */
package io.sluice.server.session;
