/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.engine.flink.sql;

import io.sluice.engine.result.ResultWindow;
import io.sluice.engine.sql.StatementRun;
import io.sluice.protocol.rowset.HiveColumn;
import io.sluice.protocol.rowset.HiveType;
import io.sluice.protocol.rowset.RowBlockWriter;
import io.sluice.protocol.rowset.RowSchema;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs SET and RESET. A question is answered with rows of key and value, a change with none. */
final class SetStatements {
  private static final RowSchema SHAPE =
      RowSchema.of(HiveColumn.of("key", HiveType.STRING), HiveColumn.of("value", HiveType.STRING));

  private SetStatements() {}

  static CompletionStage<Void> run(SetStatement set, SessionSettings settings, StatementRun run)
      throws InterruptedException {
    if (set.isReset()) {
      set.key().ifPresentOrElse(settings::reset, settings::resetAll);
    } else if (set.value().isPresent()) {
      settings.set(set.key().orElseThrow(), set.value().get());
    } else if (set.key().isPresent()) {
      String key = set.key().get();
      answer(run, Map.of(key, settings.find(key).orElse("<undefined>")));
    } else {
      answer(run, settings.shown());
    }
    return CompletableFuture.completedFuture(null);
  }

  private static void answer(StatementRun run, Map<String, String> values)
      throws InterruptedException {
    ResultWindow window = run.openResult(SHAPE);
    RowBlockWriter rows = new RowBlockWriter(SHAPE);
    values.forEach(
        (key, value) -> {
          rows.appendString(0, key);
          rows.appendString(1, value);
          rows.endRow();
        });
    window.put(rows.finish());
  }
}
