/* SPDX-License-Identifier: Apache-2.0 */
/** What the catalog asks of a source, whatever its platform. */
package io.sluice.catalog.flink.source;
