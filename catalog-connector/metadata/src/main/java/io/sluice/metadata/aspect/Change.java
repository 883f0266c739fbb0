/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a record wants done to one aspect.
 *
 * @param patch true if the value is a JSON Patch to the aspect, false if it is the aspect
 */
public record Change(String urn, String aspect, JsonNode value, boolean patch) {
  public Change {
    requireNonNull(urn, "urn is null");
    requireNonNull(aspect, "aspect is null");
    requireNonNull(value, "value is null");
  }
}
