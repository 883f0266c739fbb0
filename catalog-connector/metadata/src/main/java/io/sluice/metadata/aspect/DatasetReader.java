/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sluice.metadata.ColumnMetadata;
import io.sluice.metadata.TableKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads datasets from their aspects. A record that cannot be read gives a dataset that is skipped
 * with the reason, and never hides another.
 */
public final class DatasetReader {
  private final Containers containers;
  private final Collection<String> configuredInstances;
  private final NativeTypeCache types = new NativeTypeCache();

  /**
   * @param containers all containers there are
   * @param configuredInstances platform instances that datasources.yaml names: they tell a prefix
   *     from a database where a record has no instance of its own
   */
  public DatasetReader(Containers containers, Collection<String> configuredInstances) {
    this.containers = requireNonNull(containers, "containers is null");
    this.configuredInstances = List.copyOf(configuredInstances);
  }

  /** Every dataset among these aspects, in the order of their first appearance. */
  public List<Dataset> read(Collection<Aspect> aspects) {
    Map<String, Map<String, JsonNode>> byUrn = new LinkedHashMap<>();
    for (Aspect aspect : aspects) {
      if (DatasetUrn.isDataset(aspect.urn())) {
        byUrn
            .computeIfAbsent(aspect.urn(), u -> new HashMap<>())
            .put(aspect.name(), aspect.value());
      }
    }
    List<Dataset> datasets = new ArrayList<>(byUrn.size());
    byUrn.forEach((urn, byName) -> datasets.add(read(urn, byName)));
    return datasets;
  }

  private Dataset read(String text, Map<String, JsonNode> aspects) {
    DatasetUrn urn;
    try {
      urn = DatasetUrn.parse(text);
    } catch (IllegalArgumentException e) {
      return Dataset.unreadable(text, "its URN is malformed: " + e.getMessage());
    }
    try {
      return read(urn, aspects);
    } catch (RuntimeException e) {
      // One record of a form nobody has seen must not hide the rest.
      return Dataset.unreadable(text, "its record cannot be read: " + e);
    }
  }

  private Dataset read(DatasetUrn urn, Map<String, JsonNode> aspects) {
    JsonNode schema = aspect(aspects, AspectNames.SCHEMA_METADATA);
    JsonNode properties = aspect(aspects, AspectNames.DATASET_PROPERTIES);
    JsonNode view = aspect(aspects, AspectNames.VIEW_PROPERTIES);
    Map<String, String> custom = customProperties(properties);
    TableKind kind = kind(aspects, view);
    List<ColumnMetadata> columns =
        EditedSchema.apply(
            aspect(aspects, AspectNames.EDITABLE_SCHEMA_METADATA),
            SchemaReader.columns(urn.platform(), schema, types));
    Optional<String> container =
        Json.text(aspect(aspects, AspectNames.CONTAINER), AspectNames.CONTAINER);
    Optional<String> instance = instance(aspect(aspects, AspectNames.DATA_PLATFORM_INSTANCE));
    Optional<DatasetName> name = Optional.empty();
    Optional<String> skipped = skipped(aspects, container, schema, columns, kind);
    try {
      name =
          Optional.of(
              DatasetName.cut(
                  new DatasetName.Evidence(
                      urn.platform(),
                      urn.name(),
                      instance,
                      container.map(containers::chain).orElse(List.of()),
                      Json.text(properties, "name"),
                      configuredInstances)));
    } catch (IllegalArgumentException e) {
      skipped = skipped.or(() -> Optional.of(e.getMessage()));
    }
    return new Dataset(
        urn.text(),
        urn.platform(),
        urn.env().toUpperCase(Locale.ROOT),
        name.map(DatasetName::instance).orElse(instance),
        name.map(DatasetName::database),
        name.map(DatasetName::table),
        kind,
        Json.text(aspect(aspects, AspectNames.EDITABLE_DATASET_PROPERTIES), "description")
            .or(() -> Json.text(properties, "description")),
        columns,
        primaryKey(schema, columns),
        PartitionKeys.of(urn.platform(), schema, custom),
        custom,
        Json.text(view, "viewLogic"),
        skipped);
  }

  private Optional<String> skipped(
      Map<String, JsonNode> aspects,
      Optional<String> container,
      JsonNode schema,
      List<ColumnMetadata> columns,
      TableKind kind) {
    if (aspect(aspects, AspectNames.STATUS).path("removed").asBoolean(false)) {
      return Optional.of("it is marked as removed");
    }
    if (container.map(containers::isRemoved).orElse(false)) {
      return Optional.of("its database is marked as removed");
    }
    if (!columns.isEmpty()) {
      return Optional.empty();
    }
    String what = kind == TableKind.VIEW ? "the view" : "the dataset";
    return Optional.of(
        schema.isMissingNode()
            ? what + " has no schema in its record"
            : what + " has a schema without columns");
  }

  private static JsonNode aspect(Map<String, JsonNode> aspects, String name) {
    return aspects.getOrDefault(name, MissingNode.getInstance());
  }

  private static Map<String, String> customProperties(JsonNode datasetProperties) {
    Map<String, String> custom = new LinkedHashMap<>();
    datasetProperties
        .path("customProperties")
        .fields()
        .forEachRemaining(
            entry ->
                custom.put(
                    entry.getKey(),
                    entry.getValue().isTextual()
                        ? entry.getValue().asText()
                        : entry.getValue().toString()));
    return custom;
  }

  private static TableKind kind(Map<String, JsonNode> aspects, JsonNode view) {
    for (JsonNode type : aspect(aspects, AspectNames.SUB_TYPES).path("typeNames")) {
      if (type.asText().toLowerCase(Locale.ROOT).endsWith("view")) {
        return TableKind.VIEW;
      }
    }
    return view.isMissingNode() ? TableKind.TABLE : TableKind.VIEW;
  }

  /** {@code urn:li:dataPlatformInstance:(urn:li:dataPlatform:mysql,inst)} names {@code inst}. */
  private static Optional<String> instance(JsonNode dataPlatformInstance) {
    return Json.text(dataPlatformInstance, "instance")
        .map(
            urn -> {
              int comma = urn.indexOf(',');
              return comma > 0 && urn.endsWith(")")
                  ? urn.substring(comma + 1, urn.length() - 1)
                  : urn;
            });
  }

  /** In key order if the record has {@code primaryKeys}; else as the columns stand. */
  private static List<String> primaryKey(JsonNode schema, List<ColumnMetadata> columns) {
    List<String> ordered = new ArrayList<>();
    for (JsonNode path : schema.path("primaryKeys")) {
      List<String> names = FieldPath.parse(path.asText("")).names();
      if (names.size() == 1 && columns.stream().anyMatch(c -> c.name().equals(names.get(0)))) {
        ordered.add(names.get(0));
      }
    }
    return ordered.isEmpty()
        ? columns.stream().filter(ColumnMetadata::partOfKey).map(ColumnMetadata::name).toList()
        : ordered;
  }
}
