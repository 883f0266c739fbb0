/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How a gateway starts an engine process: what it writes to the child's standard input ({@link
 * io.sluice.engine.launch.LaunchSpec}), what the child answers on standard output ({@link
 * io.sluice.engine.launch.LaunchEvent}), and the secret the two share.
 */
package io.sluice.engine.launch;
