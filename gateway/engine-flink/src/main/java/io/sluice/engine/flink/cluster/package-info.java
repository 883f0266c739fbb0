/* SPDX-License-Identifier: Apache-2.0 */
/** Where jobs run: a MiniCluster kept warm in this process, or a standalone session cluster. */
package io.sluice.engine.flink.cluster;
