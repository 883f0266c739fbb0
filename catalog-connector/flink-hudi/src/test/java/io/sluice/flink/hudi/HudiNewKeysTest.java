/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static io.sluice.flink.hudi.HudiTableWriterTest.data;
import static io.sluice.flink.hudi.JavaClientTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.types.RowKind;
import org.apache.hudi.common.model.HoodieTableType;
import org.apache.hudi.exception.HoodieWriteConflictException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Writers that insert new keys at the same time. */
final class HudiNewKeysTest {
  private static final int KEYS = 600;

  @TempDir Path folder;

  private String path;

  /** What a commit holds in memory: all of its rows, or next to none. */
  enum Size {
    HELD(64 << 20),
    SPILLED(16 << 10);

    private final long buffer;

    Size(long buffer) {
      this.buffer = buffer;
    }
  }

  @BeforeEach
  void path() {
    path = folder.resolve("t").toString();
  }

  static Stream<Arguments> commits() {
    return HudiReadTest.tables()
        .map(Arguments::get)
        .filter(table -> (int) table[1] == 9 || (boolean) table[2])
        .flatMap(
            table ->
                Arrays.stream(Size.values())
                    .map(size -> Arguments.of(table[0], table[1], table[2], size)));
  }

  private HudiTable open() {
    return HudiTable.open(path, new org.apache.hadoop.conf.Configuration());
  }

  private static HudiWriteOptions options(boolean upserts, Size size) {
    return new HudiWriteOptions(upserts, size.buffer, 1 << 30, true, true);
  }

  private HudiTableWriter writer(Size size) {
    return HudiTableWriter.open(open(), options(true, size));
  }

  private static void write(HudiTableWriter writer, String name, int from, int to) {
    for (int id = from; id < to; id++) {
      writer.write(data(RowKind.INSERT, id, name, 1, 9, "d" + id % 2));
    }
  }

  /** Commits what a writer has prepared, as a committer does: with a client of its own. */
  private void commit(HudiCommittable prepared, boolean upserts) {
    try (HudiCommits commits = new HudiCommits(open(), options(upserts, Size.HELD))) {
      commits.commit(prepared);
    }
  }

  private void assertConflict(HudiCommittable prepared, String key) {
    assertThatThrownBy(() -> commit(prepared, true))
        .isInstanceOf(SluiceException.class)
        .hasMessageContaining(path)
        .hasMessageContaining("by somebody else at the same time")
        .hasMessageContaining("the key " + key)
        .extracting(e -> ((SluiceException) e).code())
        .isEqualTo(ErrorCode.SOURCE_FAILED);
  }

  private long rows(String name) throws Exception {
    return PlainReader.read(path).stream().filter(row -> row.contains('"' + name + '"')).count();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(path))) {
      return files
          .map(Path::toString)
          .filter(file -> !file.contains(".hoodie"))
          .filter(file -> file.endsWith(".parquet") || file.contains(".log."))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("commits")
  void theLaterOfTwoThatInsertOneKeyFailsAndLeavesNothing(
      HoodieTableType type, int version, boolean metadata, Size size) throws Exception {
    new JavaClientTable(path, type, version, metadata)
        .create()
        .insert(row(-1, "there", 1, 1, "d0"), row(-2, "there", 1, 1, "d1"));
    List<String> before;
    try (HudiTableWriter later = writer(size);
        HudiTableWriter first = writer(size)) {
      write(later, "later", 0, KEYS);
      HudiCommittable prepared = later.prepare().orElseThrow();
      write(first, "first", KEYS - 1, 2 * KEYS);
      first.commit();
      assertConflict(prepared, Integer.toString(KEYS - 1));
      assertThat(files()).hasSizeGreaterThan(4);
      before = PlainReader.read(path);
    }

    assertThat(PlainReader.read(path)).isEqualTo(before);
    assertThat(rows("first")).isEqualTo(KEYS + 1);
    assertThat(rows("there")).isEqualTo(2);
    assertThat(rows("later")).isZero();
    // Those of the table and of the first, which may have put its rows into the table's.
    assertThat(files()).hasSizeBetween(4, 6);
    try (HudiTableWriter again = writer(size)) {
      write(again, "later", 0, KEYS);
      again.commit();
    }

    assertThat(rows("first")).isEqualTo(KEYS);
    assertThat(rows("later")).isEqualTo(KEYS);
  }

  @ParameterizedTest
  @MethodSource("commits")
  void differentKeysAreNoConflict(HoodieTableType type, int version, boolean metadata, Size size)
      throws Exception {
    new JavaClientTable(path, type, version, metadata)
        .create()
        .insert(row(-1, "there", 1, 1, "d0"), row(-2, "there", 1, 1, "d1"));
    try (HudiTableWriter later = writer(size);
        HudiTableWriter first = writer(size)) {
      write(later, "later", 0, KEYS);
      HudiCommittable prepared = later.prepare().orElseThrow();
      later.handedOn(prepared);
      write(first, "first", KEYS, 2 * KEYS);
      // One key in two partitions is two keys.
      first.write(data(RowKind.INSERT, 0, "first", 1, 9, "d1"));
      first.commit();
      commit(prepared, true);
    }

    assertThat(rows("later")).isEqualTo(KEYS);
    assertThat(rows("first")).isEqualTo(KEYS + 1);
    assertThat(rows("there")).isEqualTo(2);
  }

  /** An instant that is older than the newest one when a write begins may be committed after it. */
  @ParameterizedTest
  @MethodSource("commits")
  void whoBeganFirstAndCommitsWithinIsSeen(
      HoodieTableType type, int version, boolean metadata, Size size) throws Exception {
    new JavaClientTable(path, type, version, metadata).create();
    try (HudiTableWriter early = writer(size);
        HudiTableWriter between = writer(size);
        HudiTableWriter later = writer(size)) {
      write(early, "early", 0, KEYS);
      HudiCommittable first = early.prepare().orElseThrow();
      early.handedOn(first);
      write(between, "between", KEYS, KEYS + 2);
      between.commit();
      write(later, "later", KEYS - 1, KEYS + 2);
      HudiCommittable prepared = later.prepare().orElseThrow();
      commit(first, true);
      assertConflict(prepared, Integer.toString(KEYS - 1));
    }

    assertThat(rows("early")).isEqualTo(KEYS);
    assertThat(rows("between")).isEqualTo(2);
    assertThat(rows("later")).isZero();
  }

  /** Some hundred keys at a time, where a commit compares some millions. */
  @Test
  void manyKeysAreComparedInParts() throws Exception {
    new JavaClientTable(path, HoodieTableType.COPY_ON_WRITE, 9, true).create();
    try (HudiTableWriter later = writer(Size.SPILLED);
        HudiTableWriter first = writer(Size.SPILLED)) {
      write(later, "later", 0, KEYS);
      HudiCommittable prepared = later.prepare().orElseThrow();
      write(first, "first", KEYS, 2 * KEYS);
      first.commit();
      new NewKeys(open(), prepared, 128).requireNew(open().metaClient());
      for (int key : new int[] {0, KEYS / 2, KEYS - 1}) {
        first.write(data(RowKind.INSERT, key, "first", 1, 9, "d" + key % 2));
        first.commit();
        NewKeys keys = new NewKeys(open(), prepared, 128);
        assertThatThrownBy(() -> keys.requireNew(open().metaClient()))
            .isInstanceOf(HoodieWriteConflictException.class);
        first.write(data(RowKind.DELETE, key, "first", 1, 9, "d" + key % 2));
        first.commit();
        new NewKeys(open(), prepared, 128).requireNew(open().metaClient());
      }
    }
  }

  /** The first commit of a table has nothing before it that it could have begun with. */
  @ParameterizedTest
  @EnumSource(HoodieTableType.class)
  void anEmptyTableIsNoException(HoodieTableType type) throws Exception {
    new JavaClientTable(path, type, 9, true).create();
    try (HudiTableWriter later = writer(Size.HELD);
        HudiTableWriter first = writer(Size.HELD)) {
      write(later, "later", 0, 2);
      HudiCommittable prepared = later.prepare().orElseThrow();
      write(first, "first", 1, 3);
      first.commit();
      assertConflict(prepared, "1");
    }

    assertThat(rows("first")).isEqualTo(2);
  }

  /** Both have looked before they wait for the lock; what counts is the look within it. */
  @ParameterizedTest
  @EnumSource(HoodieTableType.class)
  void whoWaitedForTheLockLooksAgain(HoodieTableType type) throws Exception {
    new JavaClientTable(path, type, 9, true).create();
    try (HudiTableWriter one = writer(Size.HELD);
        HudiTableWriter two = writer(Size.HELD)) {
      write(one, "name", 0, 4);
      write(two, "name", 0, 4);
      HudiCommittable first = one.prepare().orElseThrow();
      HudiCommittable second = two.prepare().orElseThrow();
      Path lock = Path.of(path, ".hoodie", ".locks", "lock");
      Files.createDirectories(lock.getParent());
      Files.createFile(lock);
      Waiting oneWaits = new Waiting(() -> commit(first, true));
      Waiting twoWaits = new Waiting(() -> commit(second, true));
      oneWaits.untilItWantsTheLock();
      twoWaits.untilItWantsTheLock();
      Files.delete(lock);
      assertThat(Stream.of(oneWaits.failure(), twoWaits.failure()))
          .filteredOn(failure -> !failure.isEmpty())
          .singleElement()
          .asString()
          .contains("inserted the key");
    }

    assertThat(rows("name")).isEqualTo(4);
  }

  /** A commit in a thread of its own. */
  private static final class Waiting {
    private final CompletableFuture<String> failure = new CompletableFuture<>();
    private final Thread thread;

    Waiting(Runnable commit) {
      this.thread =
          new Thread(
              () -> {
                try {
                  commit.run();
                  failure.complete("");
                } catch (RuntimeException e) {
                  failure.complete(e.getMessage());
                }
              });
      thread.start();
    }

    void untilItWantsTheLock() {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (Arrays.stream(thread.getStackTrace())
          .noneMatch(frame -> frame.getClassName().endsWith(".LockManager"))) {
        assertThat(System.nanoTime()).as("not at the lock in time").isLessThan(deadline);
        assertThat(failure).isNotDone();
        Thread.onSpinWait();
      }
    }

    String failure() throws Exception {
      return failure.get(60, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @EnumSource(HoodieTableType.class)
  void anInsertLooksForNoKeysAndAnUpsertSeesThoseOfAnInsert(HoodieTableType type) throws Exception {
    new JavaClientTable(path, type, 9, true).create();
    try (HudiTableWriter insert = HudiTableWriter.open(open(), options(false, Size.HELD));
        HudiTableWriter first = writer(Size.HELD);
        HudiTableWriter upsert = writer(Size.HELD)) {
      write(insert, "insert", 0, 2);
      HudiCommittable inserted = insert.prepare().orElseThrow();
      insert.handedOn(inserted);
      write(first, "first", 0, 2);
      first.commit();
      write(upsert, "upsert", 1, 4);
      upsert.write(data(RowKind.INSERT, 9, "new", 1, 9, "d1"));
      HudiCommittable upserted = upsert.prepare().orElseThrow();
      commit(inserted, false);
      assertThat(rows("insert")).isEqualTo(2);
      // Key 1 was there when the upsert began, so that is no new key; 9 is.
      try (HudiTableWriter another = HudiTableWriter.open(open(), options(false, Size.HELD))) {
        another.write(data(RowKind.INSERT, 9, "another", 1, 9, "d1"));
        another.commit();
      }

      assertConflict(upserted, "9");
    }

    assertThat(rows("first")).isEqualTo(2);
    assertThat(rows("another")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(HoodieTableType.class)
  void deletesAndUpdatesOfOtherRowsAreNoConflict(HoodieTableType type) throws Exception {
    JavaClientTable table = new JavaClientTable(path, type, 9, true).create();
    table.insert(row(100, "gone", 1, 1, "d0"), row(102, "old", 1, 1, "d0"));
    try (HudiTableWriter later = writer(Size.HELD);
        HudiTableWriter first = writer(Size.HELD)) {
      // Finds a writer before it, so it leaves the table's small file alone.
      write(first, "first", 1_000, 1_001);
      HudiCommittable pending = first.prepare().orElseThrow();
      first.handedOn(pending);
      later.write(data(RowKind.INSERT, 2, "later", 1, 9, "d0"));
      HudiCommittable prepared = later.prepare().orElseThrow();
      later.handedOn(prepared);
      commit(pending, true);
      try (HudiTableWriter changes = writer(Size.HELD)) {
        changes.write(data(RowKind.DELETE, 2, "nowhere yet", 1, 9, "d0"));
        changes.write(data(RowKind.DELETE, 100, "gone", 1, 9, "d0"));
        changes.write(data(RowKind.UPDATE_AFTER, 102, "changed", 1, 9, "d0"));
        changes.commit();
      }

      commit(prepared, true);
    }

    assertThat(PlainReader.read(path)).hasSize(3);
    assertThat(rows("later")).isEqualTo(1);
    assertThat(rows("changed")).isEqualTo(1);
    assertThat(rows("first")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(HoodieTableType.class)
  void aNewKeyBesideAnUpdateOfOneFileFailsForTheFile(HoodieTableType type) throws Exception {
    new JavaClientTable(path, type, 9, true).create().insert(row(2, "old", 1, 1, "d0"));
    try (HudiTableWriter later = writer(Size.HELD);
        HudiTableWriter first = writer(Size.HELD)) {
      write(later, "later", 2, 5);
      HudiCommittable prepared = later.prepare().orElseThrow();
      first.write(data(RowKind.DELETE, 2, "old", 1, 9, "d0"));
      first.commit();
      assertThatThrownBy(() -> commit(prepared, true))
          .isInstanceOf(SluiceException.class)
          .hasMessageContaining("written to by somebody else at the same time");
    }

    assertThat(PlainReader.read(path)).isEmpty();
  }

  @Test
  void writersBesideEachOtherFillNoSmallFileAndOneAloneDoes() throws Exception {
    new JavaClientTable(path, HoodieTableType.COPY_ON_WRITE, 9, true)
        .create()
        .insert(row(100, "there", 1, 1, "d0"));
    try (HudiTableWriter one = writer(Size.HELD);
        HudiTableWriter two = writer(Size.HELD)) {
      one.write(data(RowKind.INSERT, 2, "one", 1, 9, "d0"));
      HudiCommittable first = one.prepare().orElseThrow();
      one.handedOn(first);
      two.write(data(RowKind.INSERT, 4, "two", 1, 9, "d0"));
      HudiCommittable second = two.prepare().orElseThrow();
      two.handedOn(second);
      assertThat(first.stats().get(0).getPrevCommit()).isNotEqualTo("null");
      assertThat(second.stats().get(0).getPrevCommit()).isEqualTo("null");
      commit(second, true);
      commit(first, true);
    }

    assertThat(PlainReader.read(path)).hasSize(3);
  }
}
