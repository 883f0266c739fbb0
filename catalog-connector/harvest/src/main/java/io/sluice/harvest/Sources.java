/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.harvest;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.harvest.hudi.HudiSource;
import io.sluice.harvest.iceberg.IcebergSource;
import io.sluice.harvest.mysql.MySqlSource;
import io.sluice.metadata.Datasource;

/** Opens a datasource for reading. */
final class Sources {
  private Sources() {}

  /**
   * @throws SluiceException SOURCE_UNAVAILABLE or SOURCE_REFUSED if it does not answer;
   *     NOT_SUPPORTED if Sluice cannot read its platform
   */
  static Source open(Datasource datasource) {
    return switch (datasource.platform()) {
      case MYSQL, MARIADB -> MySqlSource.open(datasource);
      case ICEBERG -> IcebergSource.open(datasource);
      case HUDI -> HudiSource.open(datasource);
      default ->
          throw new SluiceException(
              ErrorCode.NOT_SUPPORTED,
              "Sluice cannot read a "
                  + datasource.platform().id()
                  + " source itself. Take its metadata from DataHub with --file.");
    };
  }
}
