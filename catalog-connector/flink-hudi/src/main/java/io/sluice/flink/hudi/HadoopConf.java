/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hudi.storage.hadoop.HadoopStorageConfiguration;

/**
 * A Hadoop configuration that travels with a job: only what differs from Hadoop's own defaults is
 * kept, because the defaults alone are some 200 KB and every task has them.
 */
final class HadoopConf implements Serializable {
  private static final long serialVersionUID = 1L;

  private final TreeMap<String, String> overrides = new TreeMap<>();
  private transient HadoopStorageConfiguration storage;

  HadoopConf(Configuration configuration) {
    requireNonNull(configuration, "configuration is null");
    Configuration defaults = new Configuration();
    for (Map.Entry<String, String> entry : configuration) {
      if (!entry.getValue().equals(defaults.getRaw(entry.getKey()))) {
        overrides.put(entry.getKey(), entry.getValue());
      }
    }
  }

  /** The configuration as Hudi wants it; the same object each time, as file systems hang on it. */
  synchronized HadoopStorageConfiguration storage() {
    if (storage == null) {
      Configuration configuration = new Configuration();
      // The three-level form: the old one cannot hold an array with a null in it.
      configuration.setBoolean("parquet.avro.write-old-list-structure", false);
      overrides.forEach(configuration::set);
      storage = new HadoopStorageConfiguration(configuration);
    }

    return storage;
  }
}
