/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One aspect of one entity: the row of {@code metadata_aspect_v2} without its version.
 *
 * @param urn the entity, {@code urn:li:dataset:(…)}
 * @param name {@code schemaMetadata}, {@code status}, …
 * @param value its JSON; not to be changed
 */
public record Aspect(String urn, String name, JsonNode value) {
  public Aspect {
    requireNonNull(urn, "urn is null");
    requireNonNull(name, "name is null");
    requireNonNull(value, "value is null");
  }
}
