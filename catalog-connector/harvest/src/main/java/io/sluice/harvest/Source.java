/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import io.sluice.metadata.aspect.DescribedTable;
import java.util.List;

/** An open source. Not for use by several threads. */
public interface Source extends AutoCloseable {
  /**
   * Its databases (schemas, namespaces), the source's own aside.
   *
   * @throws io.sluice.error.SluiceException if they cannot be listed whole
   */
  List<String> databases();

  /**
   * Everything that is in a database, also what could not be read.
   *
   * @throws io.sluice.error.SluiceException if it cannot be listed whole
   */
  List<DescribedTable> tables(String database);

  @Override
  void close();
}
