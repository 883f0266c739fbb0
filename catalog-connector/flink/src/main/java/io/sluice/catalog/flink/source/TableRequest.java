/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink.source;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.ResolvedSchema;

/**
 * A statement's wish to read or write a table.
 *
 * @param schema the schema the statement was planned with
 * @param options the user's hints, checked against {@link SourceAccess#hints}, and the table's own
 *     {@link SourceTable#shownOptions}
 * @param session the session's configuration
 */
public record TableRequest(
    ObjectPath path, ResolvedSchema schema, Map<String, String> options, ReadableConfig session) {
  public TableRequest {
    requireNonNull(path, "path is null");
    requireNonNull(schema, "schema is null");
    options = Map.copyOf(options);
    requireNonNull(session, "session is null");
  }
}
