/* SPDX-License-Identifier: Apache-2.0 */
/** Operations: their states with a table of legal moves, their log, and waiting for them. */
package io.sluice.engine.operation;
