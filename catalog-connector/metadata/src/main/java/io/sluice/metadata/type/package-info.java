/* SPDX-License-Identifier: Apache-2.0 */
/** Column types without an engine, and the parsers of each source's native type texts. */
package io.sluice.metadata.type;
