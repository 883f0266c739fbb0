/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Datasources, and what tables they have: the face of the metadata module. {@link
 * io.sluice.metadata.Datasources} says where sources are, {@link io.sluice.metadata.MetadataStore}
 * what exists in them.
 */
package io.sluice.metadata;
