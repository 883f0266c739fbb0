/* SPDX-License-Identifier: Apache-2.0 */
/** Reads the Hudi tables below a base path. */
package io.sluice.harvest.hudi;
