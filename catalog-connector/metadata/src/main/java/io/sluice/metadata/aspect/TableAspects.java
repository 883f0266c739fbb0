/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.metadata.Datasource;
import io.sluice.metadata.DatasourceMatcher;
import io.sluice.metadata.TableKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Writes a source's tables as DataHub's aspects, in the forms DataHub's own connectors write today:
 * version 1 paths for MySQL, version 2 for Iceberg and Hudi, a container for each database, the
 * datasource as platform instance (so two servers with the same names stay apart).
 */
public final class TableAspects {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Datasource datasource;
  private final String platform;
  private final String instance;

  public TableAspects(Datasource datasource) {
    this.datasource = datasource;
    this.platform = datasource.platform().id();
    this.instance = DatasourceMatcher.instanceOf(datasource);
  }

  public String urn(String database, String table) {
    return DatasetUrn.of(platform, instance + '.' + database + '.' + table, datasource.env())
        .text();
  }

  public List<Aspect> database(String database) {
    String urn = containerUrn(database);
    boolean namespace = platform.equals("iceberg");
    ObjectNode properties = NODES.objectNode();
    properties
        .putObject("customProperties")
        .put("platform", platform)
        .put("instance", instance)
        .put("env", datasource.env())
        .put(namespace ? "namespace" : "database", database);
    properties.put("name", database).put("qualifiedName", database).put("env", datasource.env());
    return List.of(
        new Aspect(urn, AspectNames.CONTAINER_PROPERTIES, properties),
        new Aspect(urn, AspectNames.STATUS, status(false)),
        new Aspect(urn, AspectNames.SUB_TYPES, subTypes(namespace ? "Namespace" : "Database")),
        new Aspect(urn, AspectNames.DATA_PLATFORM_INSTANCE, platformInstance()));
  }

  public List<Aspect> table(DescribedTable table) {
    String urn = urn(table.database(), table.name());
    List<Aspect> aspects = new ArrayList<>();
    aspects.add(new Aspect(urn, AspectNames.STATUS, status(false)));
    aspects.add(new Aspect(urn, AspectNames.DATA_PLATFORM_INSTANCE, platformInstance()));
    aspects.add(
        new Aspect(
            urn,
            AspectNames.CONTAINER,
            NODES.objectNode().put("container", containerUrn(table.database()))));
    boolean view = table.kind() == TableKind.VIEW;
    aspects.add(new Aspect(urn, AspectNames.SUB_TYPES, subTypes(view ? "View" : "Table")));
    aspects.add(new Aspect(urn, AspectNames.DATASET_PROPERTIES, properties(table)));
    aspects.add(new Aspect(urn, AspectNames.SCHEMA_METADATA, schema(table)));
    table
        .viewText()
        .ifPresent(
            text ->
                aspects.add(
                    new Aspect(
                        urn,
                        AspectNames.VIEW_PROPERTIES,
                        NODES
                            .objectNode()
                            .put("materialized", false)
                            .put("viewLogic", text)
                            .put("viewLanguage", "SQL"))));
    return aspects;
  }

  /** Marks a dataset or a database as removed at its source. */
  public static Aspect removed(String urn) {
    return new Aspect(urn, AspectNames.STATUS, status(true));
  }

  private static ObjectNode status(boolean removed) {
    return NODES.objectNode().put("removed", removed);
  }

  private static ObjectNode subTypes(String type) {
    ObjectNode subTypes = NODES.objectNode();
    subTypes.putArray("typeNames").add(type);
    return subTypes;
  }

  private ObjectNode platformInstance() {
    String platformUrn = "urn:li:dataPlatform:" + platform;
    return NODES
        .objectNode()
        .put("platform", platformUrn)
        .put("instance", "urn:li:dataPlatformInstance:(" + platformUrn + ',' + instance + ')');
  }

  /** DataHub's way: the MD5 of the key's compact JSON with its keys in order. */
  private String containerUrn(String database) {
    String nameKey = platform.equals("iceberg") ? "namespace" : "database";
    ObjectNode key = NODES.objectNode();
    if (nameKey.equals("database")) {
      key.put(nameKey, database);
    }
    key.put("env", datasource.env()).put("instance", instance);
    if (nameKey.equals("namespace")) {
      key.put(nameKey, database);
    }
    key.put("platform", platform);
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5").digest(key.toString().getBytes(StandardCharsets.UTF_8));
      return "urn:li:container:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has MD5", e);
    }
  }

  private static ObjectNode properties(DescribedTable table) {
    ObjectNode properties = NODES.objectNode();
    ObjectNode custom = properties.putObject("customProperties");
    table.properties().forEach(custom::put);
    properties
        .put("name", table.name())
        .put("qualifiedName", table.database() + '.' + table.name());
    table.comment().ifPresent(comment -> properties.put("description", comment));
    properties.putArray("tags");
    return properties;
  }

  private ObjectNode schema(DescribedTable table) {
    ObjectNode schema = NODES.objectNode();
    schema
        .put("schemaName", table.database() + '.' + table.name())
        .put("platform", "urn:li:dataPlatform:" + platform)
        .put("version", 0)
        .put("hash", "");
    schema.set("created", nobody());
    schema.set("lastModified", nobody());
    ObjectNode platformSchema = schema.putObject("platformSchema");
    if (datasource.platform().isMySqlFamily()) {
      platformSchema.putObject("com.linkedin.schema.MySqlDDL").put("tableSchema", "");
    } else {
      platformSchema
          .putObject("com.linkedin.schema.OtherSchema")
          .put("rawSchema", table.rawSchema());
    }
    ArrayNode fields = schema.putArray("fields");
    for (DescribedColumn column : table.columns()) {
      addField(fields, column, "", table);
    }
    if (!table.primaryKey().isEmpty()) {
      ArrayNode keys = schema.putArray("primaryKeys");
      table.primaryKey().forEach(keys::add);
    }
    return schema;
  }

  private static ObjectNode nobody() {
    return NODES.objectNode().put("time", 0).put("actor", "urn:li:corpuser:unknown");
  }

  private void addField(
      ArrayNode fields, DescribedColumn column, String parent, DescribedTable table) {
    String path = path(column, parent);
    boolean top = parent.isEmpty();
    ObjectNode field = fields.addObject();
    field.put("fieldPath", path).put("nullable", column.nullable());
    column.comment().ifPresent(comment -> field.put("description", comment));
    field
        .putObject("type")
        .putObject("type")
        .putObject("com.linkedin.schema." + column.typeClass());
    field
        .put("nativeDataType", column.nativeType())
        .put("recursive", false)
        .put("isPartOfKey", top && table.primaryKey().contains(column.name()));
    if (top && table.partitionKeys().contains(column.name())) {
      field.put("isPartitioningKey", true);
    }
    column
        .exactType()
        .ifPresent(
            exact ->
                field.put(
                    "jsonProps",
                    NODES.objectNode().put(SchemaReader.EXACT_TYPE, exact).toString()));
    column.fields().forEach(inner -> addField(fields, inner, path, table));
  }

  private static String path(DescribedColumn column, String parent) {
    if (column.pathTypes().isEmpty()) {
      return column.name();
    }
    StringBuilder path =
        new StringBuilder(parent.isEmpty() ? "[version=2.0].[type=struct]" : parent);
    column.pathTypes().forEach(type -> path.append(".[type=").append(type).append(']'));
    return path.append('.').append(column.name()).toString();
  }
}
