/* SPDX-License-Identifier: Apache-2.0 */
/** The error every module throws, and the codes it carries. */
package io.sluice.error;
