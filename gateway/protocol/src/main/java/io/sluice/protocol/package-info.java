/* SPDX-License-Identifier: Apache-2.0 */
/**
 * HiveServer2's TCLIService on the wire: a server and a client on Netty, its calls, handles, errors
 * and protocol versions. Row sets are in {@code io.sluice.protocol.rowset}.
 */
package io.sluice.protocol;
