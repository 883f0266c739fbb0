/* SPDX-License-Identifier: Apache-2.0 */
/** How engines are found: ephemeral nodes in ZooKeeper that prove who wrote them. */
package io.sluice.engine.registry;
