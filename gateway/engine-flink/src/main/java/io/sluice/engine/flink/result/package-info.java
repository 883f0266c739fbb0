/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A query's rows on their way out: a sink that writes HiveServer2 columns in the task, and the way
 * from the task to the engine's {@link io.sluice.engine.result.ResultWindow}.
 */
package io.sluice.engine.flink.result;
