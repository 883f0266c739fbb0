/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Store assignment: a value arrives in a column exactly, or the statement fails. Flink's own
 * implicit casts of a sink round, cut, and turn into NULL what does not fit, in silence.
 */
package io.sluice.engine.flink.assignment;
