/* SPDX-License-Identifier: Apache-2.0 */
/** Which of Flink's own connectors people may use, and that no road leads round it. */
package io.sluice.engine.flink.connector;
