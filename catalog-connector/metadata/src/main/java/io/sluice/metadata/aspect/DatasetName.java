/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata.aspect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A dataset's dotted name cut into database and table. DataHub does not escape dots and puts a
 * platform instance in front, so the name alone often cannot be cut. What is sure is used, in this
 * order: the instance aspect, the containers' names, the table's own name, the platform's rule for
 * a name of so many parts. What stays unsure is refused, never guessed.
 */
record DatasetName(Optional<String> instance, String database, String table) {
  /** Named by path or in other ways that hold no database. */
  private static final Set<String> PATHS =
      Set.of("delta-lake", "s3", "gcs", "abs", "hdfs", "file", "dropbox");

  private static final Set<String> THREE_PARTS =
      Set.of(
          "postgres",
          "mssql",
          "oracle",
          "db2",
          "snowflake",
          "bigquery",
          "redshift",
          "trino",
          "presto",
          "starrocks",
          "databricks",
          "vertica",
          "unity-catalog");

  private static final Set<String> DATABASE_TWICE = Set.of("mysql", "mariadb", "mssql");

  /** What is known about a dataset's name. */
  record Evidence(
      String platform,
      String name,
      Optional<String> instance,
      List<String> containers,
      Optional<String> tableName,
      Collection<String> configuredInstances) {}

  /**
   * @throws IllegalArgumentException saying why the name cannot be cut
   */
  static DatasetName cut(Evidence evidence) {
    if (PATHS.contains(evidence.platform)) {
      throw new IllegalArgumentException(
          "the name '" + evidence.name + "' is a path, not database and table");
    }
    IllegalArgumentException first = null;
    for (Candidate candidate : candidates(evidence)) {
      try {
        String[] cut = cut(evidence, candidate.rest);
        return new DatasetName(candidate.instance, cut[0], cut[1]);
      } catch (IllegalArgumentException e) {
        first = first == null ? e : first;
      }
    }
    throw first;
  }

  /** The name without its instance: by the aspect (also written twice), or by datasources.yaml. */
  private static List<Candidate> candidates(Evidence evidence) {
    List<Candidate> candidates = new ArrayList<>();
    String name = evidence.name;
    if (evidence.instance.isPresent()) {
      String prefix = evidence.instance.get() + '.';
      if (name.startsWith(prefix)) {
        String rest = name.substring(prefix.length());
        candidates.add(new Candidate(evidence.instance, rest));
        if (rest.startsWith(prefix)) {
          candidates.add(new Candidate(evidence.instance, rest.substring(prefix.length())));
        }
      } else {
        candidates.add(new Candidate(evidence.instance, name));
      }
      return candidates;
    }
    if (evidence.containers.isEmpty()) {
      for (String configured : evidence.configuredInstances) {
        String prefix = configured + '.';
        if (name.startsWith(prefix)) {
          candidates.add(new Candidate(Optional.of(configured), name.substring(prefix.length())));
        }
      }
    }
    candidates.add(new Candidate(Optional.empty(), name));
    return candidates;
  }

  private static String[] cut(Evidence evidence, String rest) {
    for (String database : databases(evidence.containers)) {
      if (startsWithIgnoringCase(rest, database + '.') && rest.length() > database.length() + 1) {
        return new String[] {
          rest.substring(0, database.length()), rest.substring(database.length() + 1)
        };
      }
    }
    if (evidence.platform.equals("kafka")) {
      return new String[] {"default", rest};
    }
    int dots = (int) rest.chars().filter(c -> c == '.').count();
    if (dots == 0) {
      throw new IllegalArgumentException("the name '" + rest + "' holds no database");
    }
    if (dots == 1) {
      return at(rest, rest.indexOf('.'));
    }
    Optional<String> table =
        evidence.tableName.filter(
            t -> t.length() < rest.length() && endsWithIgnoringCase(rest, '.' + t));
    if (table.isPresent()) {
      return at(rest, rest.length() - table.get().length() - 1);
    }
    if (evidence.platform.equals("iceberg")) {
      return at(rest, rest.lastIndexOf('.')); // namespaces have levels, table names have no dots
    }
    if (dots == 2) {
      int first = rest.indexOf('.');
      if (DATABASE_TWICE.contains(evidence.platform)
          && rest.startsWith(rest.substring(0, first + 1), first + 1)) {
        return at(rest.substring(first + 1), first);
      }
      if (THREE_PARTS.contains(evidence.platform)) {
        return at(rest, rest.lastIndexOf('.'));
      }
    }
    throw new IllegalArgumentException(
        "the name '"
            + rest
            + "' has more parts than database and table, and neither a container nor a platform"
            + " instance tells which is which");
  }

  /** Names a dataset of these containers may start with, the whole chain first. */
  private static List<String> databases(List<String> containers) {
    List<String> databases = new ArrayList<>();
    for (int from = 0; from < containers.size(); from++) {
      databases.add(String.join(".", containers.subList(from, containers.size())));
    }
    return databases;
  }

  private static String[] at(String text, int dot) {
    if (dot <= 0 || dot >= text.length() - 1) {
      throw new IllegalArgumentException("the name '" + text + "' has an empty part");
    }
    return new String[] {text.substring(0, dot), text.substring(dot + 1)};
  }

  private static boolean startsWithIgnoringCase(String text, String prefix) {
    return text.regionMatches(true, 0, prefix, 0, prefix.length());
  }

  private static boolean endsWithIgnoringCase(String text, String suffix) {
    return text.toLowerCase(Locale.ROOT).endsWith(suffix.toLowerCase(Locale.ROOT));
  }

  private record Candidate(Optional<String> instance, String rest) {}
}
