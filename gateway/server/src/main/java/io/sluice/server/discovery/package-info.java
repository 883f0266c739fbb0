/* SPDX-License-Identifier: Apache-2.0 */
/** The gateway's data folder, its secret and its ZooKeeper. */
package io.sluice.server.discovery;
