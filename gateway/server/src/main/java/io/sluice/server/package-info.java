/* SPDX-License-Identifier: Apache-2.0 */
/** The gateway process: its command line, its parts put together, and the calls it serves. */
package io.sluice.server;
