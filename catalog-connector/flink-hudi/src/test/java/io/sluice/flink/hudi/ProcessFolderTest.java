/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.flink.hudi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Temporary folders and the processes they belong to. */
final class ProcessFolderTest {
  @TempDir Path parent;

  /** A process that keeps rows in a file until it is killed. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) throws Exception {
      SpillFolder folder = new SpillFolder("t", Path.of(arguments[0]), 1 << 20);
      Path file = folder.newFile();
      try (OutputStream out = folder.write(file)) {
        out.write(1);
      }

      ChildJvm.answer(file.toString());
      System.in.read();
    }
  }

  private SpillFolder used() {
    SpillFolder folder = new SpillFolder("t", parent, 1 << 20);
    folder.newFile();
    return folder;
  }

  @Test
  @Timeout(60)
  void theFolderOfAKilledProcessIsDeletedAndThatOfALivingOneIsNot() throws Exception {
    SpillFolder ours = used();
    try (ChildJvm child = ChildJvm.start(Child.class, parent.toString())) {
      Path theirs = Path.of(child.answer());
      assertThat(theirs).exists();
      used().clear();
      assertThat(theirs).exists();
    }

    assertThat(parent).isDirectoryContaining(file -> file.toString().endsWith(".lock"));
    used().clear();
    assertThat(Files.list(parent)).hasSize(2);
    ours.clear();
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void aProcessLeavesItsOtherFoldersAlone() throws Exception {
    SpillFolder one = new SpillFolder("t", parent, 1 << 20);
    Path file = one.newFile();
    one.write(file).close();
    SpillFolder two = used();
    assertThat(file).exists();
    two.clear();
    assertThat(file).exists();
    one.clear();
    assertThat(parent).isEmptyDirectory();
  }
}
