/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.Option;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class MetadataOptionsTest {
  @Test
  void keysAndDefaultsAreThese() {
    assertThat(MetadataOptions.all())
        .extracting(Option::key)
        .containsExactly(
            "sluice.metadata.store.jdbc.url",
            "sluice.metadata.store.jdbc.user",
            "sluice.metadata.store.jdbc.password",
            "sluice.metadata.store.read-only",
            "sluice.metadata.store.table",
            "sluice.metadata.cache.max-staleness",
            "sluice.metadata.cache.reload-interval");
    assertThat(MetadataOptions.JDBC_URL.defaultValue()).isEmpty();
    assertThat(MetadataOptions.READ_ONLY.defaultValue()).contains(false);
    assertThat(MetadataOptions.TABLE.defaultValue()).contains("metadata_aspect_v2");
    assertThat(MetadataOptions.MAX_STALENESS.defaultValue()).contains(Duration.ofSeconds(2));
    assertThat(MetadataOptions.RELOAD_INTERVAL.defaultValue()).contains(Duration.ofMinutes(5));
    assertThat(MetadataOptions.JDBC_PASSWORD.isSecret()).isTrue();
  }
}
