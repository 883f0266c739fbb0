/* SPDX-License-Identifier: Apache-2.0 */
/** What is added to Flink's optimizer, so that planning ends soon or can be ended. */
package io.sluice.engine.flink.planning;
