/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.thrift.hive.TGetInfoType;
import io.sluice.thrift.hive.TGetInfoValue;

/**
 * The answers to GetInfo.
 *
 * @param name of server and DBMS; tools turn features on by it (apache/kyuubi#3032)
 * @param version of the DBMS
 */
record ServerInfo(String name, String version) {
  private static final short NAME_LENGTH = 128;

  static ServerInfo of(Settings settings, String sluiceVersion) {
    return new ServerInfo(
        settings.get(FrontendOptions.SERVER_NAME),
        settings.find(FrontendOptions.SERVER_VERSION).orElse(sluiceVersion));
  }

  /**
   * @throws SluiceException NOT_SUPPORTED for a type HiveServer2 does not answer either
   */
  TGetInfoValue answer(TGetInfoType type) {
    if (type == null) {
      throw unknown("of an unknown kind");
    }
    return switch (type) {
      case CLI_SERVER_NAME, CLI_DBMS_NAME -> TGetInfoValue.stringValue(name);
      case CLI_DBMS_VER -> TGetInfoValue.stringValue(version);
      case CLI_ODBC_KEYWORDS -> TGetInfoValue.stringValue("Unimplemented");
      case CLI_IDENTIFIER_QUOTE_CHAR -> TGetInfoValue.stringValue("`");
      case CLI_CATALOG_NAME -> TGetInfoValue.stringValue("Y");
      case CLI_MAX_COLUMN_NAME_LEN, CLI_MAX_SCHEMA_NAME_LEN, CLI_MAX_TABLE_NAME_LEN ->
          TGetInfoValue.lenValue(NAME_LENGTH);
      default -> throw unknown(type.name());
    };
  }

  private static SluiceException unknown(String type) {
    return new SluiceException(
        ErrorCode.NOT_SUPPORTED, "Unrecognized GetInfoType value: " + type + ".");
  }
}
