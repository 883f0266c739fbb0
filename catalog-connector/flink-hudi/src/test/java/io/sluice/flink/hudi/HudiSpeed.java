/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;
import org.apache.hudi.common.model.HoodieTableType;

/**
 * Measures commits by hand, no test: {@code HudiSpeed commits TYPE ROWS FOLDER} inserts rows and
 * upserts all of them in another order; {@code HudiSpeed keys TYPE ROWS FOLDER} times the check of
 * new keys beside nobody and beside as many keys of another writer.
 */
final class HudiSpeed {
  private static final AtomicLong HEAP = new AtomicLong();

  private HudiSpeed() {}

  public static void main(String[] arguments) throws Exception {
    watchHeap();
    HoodieTableType type = HoodieTableType.valueOf(arguments[1]);
    int rows = Integer.parseInt(arguments[2]);
    Path folder = Files.createTempDirectory(Path.of(arguments[3]), "speed");
    String path = folder.resolve("t").toString();
    new JavaClientTable(path, type, 9, true).create();
    HudiTable table = HudiTable.open(path, new org.apache.hadoop.conf.Configuration());
    if (arguments[0].equals("commits")) {
      commits(table, rows);
    } else {
      keys(table, rows);
    }
  }

  private static void commits(HudiTable table, int rows) {
    timed("insert", rows, () -> write(table, rows, 1));
    timed("upsert of all", rows, () -> write(table, rows, 2));
    System.out.printf("heap after collection, at most: %d MiB%n", HEAP.get() >> 20);
  }

  private static void write(HudiTable table, int rows, long ordering) {
    try (HudiTableWriter writer = HudiTableWriter.open(table, new Configuration())) {
      // Odd, and so coprime with a power of two: every number once, in no order.
      int mask = Integer.highestOneBit(rows - 1) * 2 - 1;
      for (int i = 0; i <= mask; i++) {
        int key = ordering == 1 ? i : (i * 0x9E3779B1) & mask;
        if (key < rows) {
          writer.write(row(key, ordering));
        }
      }

      writer.commit();
    }
  }

  private static RowData row(int key, long ordering) {
    return HudiTableWriterTest.data(
        RowKind.INSERT, key, "name of " + key, key / 2.0, ordering, "d" + key / 2 % 4);
  }

  private static void keys(HudiTable table, int rows) {
    try (HudiTableWriter ours = HudiTableWriter.open(table, new Configuration());
        HudiTableWriter theirs = HudiTableWriter.open(table, new Configuration())) {
      Random random = new Random(1);
      for (int i = 0; i < rows; i++) {
        // Even keys are ours and odd ones theirs, so that all ranges overlap.
        ours.write(row(random.nextInt(1 << 29) * 2, 1));
        theirs.write(row(random.nextInt(1 << 29) * 2 + 1, 1));
      }

      HudiCommittable prepared = ours.prepare().orElseThrow();
      ours.handedOn(prepared);
      for (int i = 0; i < 3; i++) {
        timed("beside nobody", rows, () -> check(table, prepared));
      }

      theirs.commit();
      for (int i = 0; i < 3; i++) {
        timed("beside as many", rows, () -> check(table, prepared));
      }
    }

    System.out.printf("heap after collection, at most: %d MiB%n", HEAP.get() >> 20);
  }

  private static void check(HudiTable table, HudiCommittable prepared) {
    new NewKeys(table, prepared).requireNew(table.metaClient());
  }

  private static void timed(String what, int rows, Runnable work) {
    long start = System.nanoTime();
    work.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf("%s: %.4f s, %,.0f rows/s%n", what, seconds, rows / seconds);
  }

  private static void watchHeap() {
    ManagementFactory.getGarbageCollectorMXBeans()
        .forEach(
            collector ->
                ((NotificationEmitter) collector)
                    .addNotificationListener(
                        (notification, handback) -> {
                          Map<String, MemoryUsage> after =
                              GarbageCollectionNotificationInfo.from(
                                      (CompositeData) notification.getUserData())
                                  .getGcInfo()
                                  .getMemoryUsageAfterGc();
                          HEAP.accumulateAndGet(heap(after), Math::max);
                        },
                        notification ->
                            notification
                                .getType()
                                .equals(
                                    GarbageCollectionNotificationInfo
                                        .GARBAGE_COLLECTION_NOTIFICATION),
                        null));
  }

  private static long heap(Map<String, MemoryUsage> pools) {
    return pools.entrySet().stream()
        .filter(
            pool ->
                !pool.getKey().startsWith("Code")
                    && !pool.getKey().startsWith("Meta")
                    && !pool.getKey().startsWith("Compressed"))
        .mapToLong(pool -> pool.getValue().getUsed())
        .sum();
  }
}
