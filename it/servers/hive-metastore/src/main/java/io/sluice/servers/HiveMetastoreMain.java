/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.servers;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HiveMetaStore;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.txn.TxnDbUtil;

/** Hive's metastore with an empty Derby database. Arguments: its folder, its port on loopback. */
public final class HiveMetastoreMain {
  private HiveMetastoreMain() {}

  public static void main(String[] arguments) throws Throwable {
    Path folder = Path.of(arguments[0]);
    System.setProperty("derby.stream.error.file", folder.resolve("derby.log").toString());
    set("javax.jdo.option.ConnectionURL", "jdbc:derby:;databaseName=" + folder.resolve("db") + ";create=true");
    set("javax.jdo.option.ConnectionDriverName", "org.apache.derby.jdbc.EmbeddedDriver");
    set("datanucleus.schema.autoCreateAll", "true");
    set("metastore.schema.verification", "false");
    set("metastore.warehouse.dir", folder.resolve("warehouse").toUri().toString());
    set("metastore.thrift.bind.host", "127.0.0.1");
    // Their defaults are classes of hive-exec.
    set("metastore.expression.proxy", "org.apache.hadoop.hive.metastore.DefaultPartitionExpressionProxy");
    set("metastore.task.threads.always", "org.apache.hadoop.hive.metastore.events.EventCleanerTask");
    Configuration configuration = MetastoreConf.newMetastoreConf();
    // The tables of locks, which DataNucleus does not know.
    TxnDbUtil.prepDb(configuration);
    HiveMetaStore.startMetaStore(Integer.parseInt(arguments[1]), null, configuration);
  }

  /** The metastore takes what the system properties say over what its files do. */
  private static void set(String key, String value) {
    System.setProperty(key, value);
  }
}
