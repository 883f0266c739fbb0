/* SPDX-License-Identifier: Apache-2.0 */
/** Reads Iceberg catalogs: hadoop, jdbc, rest, hive, or a class of the user's. */
package io.sluice.harvest.iceberg;
