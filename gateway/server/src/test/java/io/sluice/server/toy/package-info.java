/* SPDX-License-Identifier: Apache-2.0 */
/** A real engine process with a toy language, for the faults that a real engine will not show. */
package io.sluice.server.toy;
