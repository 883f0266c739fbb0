/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads the text of datasources.yaml from its node tree, which, unlike bound objects, still knows
 * the line of each key. It goes on after a problem, so that one reading tells them all.
 */
final class DatasourcesYaml {
  private static final Pattern NAME = Pattern.compile("\\p{L}[\\p{L}\\p{N}_]{0,127}");
  private static final Set<String> TAKEN =
      Set.of("default_catalog", "system", "information_schema");
  private static final Set<String> COMMON = Set.of("name", "platform", "env", "platform_instance");
  private static final Set<String> CATALOG_TYPES = Set.of("hadoop", "jdbc", "rest", "hive");

  private final List<String> problems = new ArrayList<>();
  private final Map<String, Integer> lineOfName = new HashMap<>();

  /** Everything wrong, each with its line; empty if the text is right. */
  List<String> problems() {
    return problems;
  }

  /** The datasources that are right; call once. */
  List<Datasource> read(String text) {
    Node root;
    try {
      LoaderOptions options = new LoaderOptions();
      options.setAllowDuplicateKeys(true); // told below, with its line
      root = new Yaml(options).compose(new java.io.StringReader(text));
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      problems.add("line " + line + ": this is not YAML: " + e.getProblem());
      return List.of();
    } catch (YAMLException e) {
      problems.add("line 1: this is not YAML: " + e.getMessage());
      return List.of();
    }
    if (root == null || isNull(root)) {
      return List.of();
    }
    Map<String, Entry> top = mapping(root, "the file", "'datasources:' and a list");
    List<Datasource> datasources = new ArrayList<>();
    top.forEach(
        (key, entry) -> {
          if (!key.equals("datasources")) {
            problem(entry.line, key, "is unknown; the only key here is 'datasources'");
          } else if (entry.value instanceof SequenceNode list) {
            list.getValue().forEach(node -> datasource(node).ifPresent(datasources::add));
          } else if (!isNull(entry.value)) {
            problem(entry.line, key, "must be a list");
          }
        });
    return datasources;
  }

  private Optional<Datasource> datasource(Node node) {
    int before = problems.size();
    int line = node.getStartMark().getLine() + 1;
    Map<String, Entry> entries = mapping(node, "a datasource", "keys: name, platform, …");
    if (problems.size() > before) {
      return Optional.empty();
    }
    String name = name(entries, line);
    Platform platform = platform(entries, line);
    if (platform == null) {
      return Optional.empty();
    }
    Map<String, Secret> properties = new LinkedHashMap<>();
    entries.forEach(
        (key, entry) -> {
          if (COMMON.contains(key)) {
            return;
          }
          if (!keysOf(platform).contains(key)) {
            problem(
                entry.line,
                key,
                "is unknown for platform " + platform.id() + "; known: " + known(platform));
          } else if (isMap(key)) {
            mapping(entry.value, "key '" + key + "'", "keys and values")
                .forEach((k, e) -> put(properties, name, key + '.' + k, e));
          } else {
            put(properties, name, key, entry);
          }
        });
    check(platform, entries, properties, line);
    if (problems.size() > before) {
      return Optional.empty();
    }
    return Optional.of(
        new Datasource(
            name,
            platform,
            properties,
            optional(entries, "env")
                .map(e -> e.toUpperCase(Locale.ROOT))
                .orElse(Datasource.DEFAULT_ENV),
            optional(entries, "platform_instance")));
  }

  private String name(Map<String, Entry> entries, int line) {
    Entry entry = entries.get("name");
    String name = text(entries, "name", line).orElse("?");
    if (entry == null || name.equals("?")) {
      return name;
    }
    if (!NAME.matcher(name).matches()) {
      problem(
          entry.line,
          "name",
          "'" + name + "' cannot be a catalog: use a letter, then letters, digits and '_'");
    } else if (TAKEN.contains(name.toLowerCase(Locale.ROOT))) {
      problem(entry.line, "name", "'" + name + "' is taken by the engine; choose another");
    }
    Integer first = lineOfName.putIfAbsent(name.toLowerCase(Locale.ROOT), entry.line);
    if (first != null) {
      problem(
          entry.line,
          "name",
          "'" + name + "' is there already, at line " + first + " (case aside)");
    }
    return name;
  }

  private Platform platform(Map<String, Entry> entries, int line) {
    Optional<String> id = text(entries, "platform", line);
    if (id.isEmpty()) {
      return null;
    }
    Optional<Platform> platform = Platform.find(id.get());
    if (platform.isEmpty()) {
      problem(
          entries.get("platform").line,
          "platform",
          "'" + id.get() + "' is unknown; use mysql, mariadb, iceberg or hudi");
    }
    return platform.orElse(null);
  }

  private void check(
      Platform platform, Map<String, Entry> entries, Map<String, Secret> properties, int line) {
    switch (platform) {
      case MYSQL, MARIADB ->
          text(entries, "url", line)
              .flatMap(MySqlUrl::problem)
              .ifPresent(what -> problem(entries.get("url").line, "url", what));
      case HUDI -> text(entries, "path", line);
      case ICEBERG -> checkCatalog(entries, properties, line);
      default -> {}
    }
  }

  private void checkCatalog(Map<String, Entry> entries, Map<String, Secret> properties, int line) {
    Entry catalog = entries.get("catalog");
    if (catalog == null) {
      problem(line, "catalog", "is missing; for example catalog: {type: hadoop, warehouse: …}");
      return;
    }
    if (!(catalog.value instanceof MappingNode)) {
      return; // told already
    }
    Secret type = properties.get("catalog.type");
    String known = type == null ? null : scalar(catalog.value, "type");
    if (type == null && !properties.containsKey("catalog.catalog-impl")) {
      problem(catalog.line, "catalog.type", "is missing; use hadoop, jdbc, rest or hive");
    } else if (type != null && !CATALOG_TYPES.contains(known)) {
      problem(
          catalog.line,
          "catalog.type",
          "'" + known + "' is unknown; use hadoop, jdbc, rest or hive");
    } else if (type != null) {
      String needed = known.equals("hadoop") ? "warehouse" : "uri";
      if (!properties.containsKey("catalog." + needed)) {
        problem(catalog.line, "catalog." + needed, "is missing for a " + known + " catalog");
      }
      if (known.equals("jdbc") && !properties.containsKey("catalog.warehouse")) {
        problem(catalog.line, "catalog.warehouse", "is missing for a jdbc catalog");
      }
    }
  }

  private static String scalar(Node mapping, String key) {
    for (NodeTuple tuple : ((MappingNode) mapping).getValue()) {
      if (tuple.getKeyNode() instanceof ScalarNode k
          && k.getValue().equals(key)
          && tuple.getValueNode() instanceof ScalarNode v) {
        return v.getValue();
      }
    }
    return null;
  }

  private static Set<String> keysOf(Platform platform) {
    return switch (platform) {
      case MYSQL, MARIADB -> Set.of("url", "user", "password", "properties");
      case ICEBERG -> Set.of("catalog", "hadoop");
      case HUDI -> Set.of("path", "hadoop");
      default -> Set.of();
    };
  }

  private static boolean isMap(String key) {
    return key.equals("catalog") || key.equals("hadoop") || key.equals("properties");
  }

  private static String known(Platform platform) {
    List<String> keys = new ArrayList<>(keysOf(platform));
    keys.addAll(COMMON);
    keys.sort(null);
    return String.join(", ", keys);
  }

  private void put(Map<String, Secret> properties, String datasource, String key, Entry entry) {
    if (entry.value instanceof ScalarNode scalar && !isNull(scalar)) {
      properties.put(key, Datasource.secret(datasource, key, scalar.getValue()));
    } else if (isNull(entry.value)) {
      problem(entry.line, key, "has no value");
    } else {
      problem(entry.line, key, "must be one value");
    }
  }

  /** A key that must be there; if not, that is told. */
  private Optional<String> text(Map<String, Entry> entries, String key, int line) {
    if (!entries.containsKey(key)) {
      problem(line, key, "is missing");
      return Optional.empty();
    }
    return optional(entries, key);
  }

  private Optional<String> optional(Map<String, Entry> entries, String key) {
    Entry entry = entries.get(key);
    if (entry == null) {
      return Optional.empty();
    }
    if (entry.value instanceof ScalarNode scalar
        && !scalar.getValue().isBlank()
        && !isNull(scalar)) {
      return Optional.of(scalar.getValue());
    }
    if (COMMON.contains(key)) {
      problem(entry.line, key, "must be one value");
    }
    return Optional.empty();
  }

  private Map<String, Entry> mapping(Node node, String what, String wanted) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    if (!(node instanceof MappingNode mapping)) {
      problems.add(
          "line " + (node.getStartMark().getLine() + 1) + ": " + what + " must be " + wanted);
      return entries;
    }
    for (NodeTuple tuple : mapping.getValue()) {
      int line = tuple.getKeyNode().getStartMark().getLine() + 1;
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        problems.add("line " + line + ": a key must be one word");
      } else if (entries.putIfAbsent(key.getValue(), new Entry(line, tuple.getValueNode()))
          != null) {
        problem(line, key.getValue(), "is there twice");
      }
    }
    return entries;
  }

  private void problem(int line, String key, String what) {
    problems.add("line " + line + ", key '" + key + "': " + what);
  }

  private static boolean isNull(Node node) {
    return node.getTag().equals(Tag.NULL);
  }

  private record Entry(int line, Node value) {}
}
