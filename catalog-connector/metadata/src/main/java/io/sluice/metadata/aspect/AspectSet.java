/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Aspects by entity and name, as a sequence of changes leaves them. */
public final class AspectSet {
  private final Map<String, Map<String, JsonNode>> byUrn = new LinkedHashMap<>();
  private final Map<List<String>, JsonNode> stored = new LinkedHashMap<>();

  /** What is stored already; a patch starts from it. */
  public void addStored(Aspect aspect) {
    stored.put(List.of(aspect.urn(), aspect.name()), aspect.value());
  }

  public void apply(Change change) {
    Map<String, JsonNode> aspects = byUrn.computeIfAbsent(change.urn(), u -> new LinkedHashMap<>());
    if (!change.patch()) {
      aspects.put(change.aspect(), change.value());
      return;
    }
    JsonNode base = aspects.get(change.aspect());
    if (base == null) {
      base =
          stored.getOrDefault(
              List.of(change.urn(), change.aspect()), JsonNodeFactory.instance.objectNode());
    }
    aspects.put(change.aspect(), JsonPatch.apply(base, change.value()));
  }

  /** All aspects, entities in the order of their first change. */
  public List<Aspect> aspects() {
    List<Aspect> all = new ArrayList<>();
    byUrn.forEach(
        (urn, aspects) -> aspects.forEach((name, value) -> all.add(new Aspect(urn, name, value))));
    return all;
  }
}
