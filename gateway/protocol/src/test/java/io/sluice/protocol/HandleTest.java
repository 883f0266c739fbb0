/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import io.sluice.thrift.hive.THandleIdentifier;
import io.sluice.thrift.hive.TOperationType;
import io.sluice.thrift.hive.TSessionHandle;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandleTest {
  private final Handle handle = Handle.random(new SecureRandom());

  @Test
  void survivesEveryFormUnchanged() {
    assertThat(Handle.of(handle.toSessionHandle())).isEqualTo(handle);
    assertThat(Handle.of(handle.toOperationHandle(TOperationType.EXECUTE_STATEMENT, true)))
        .isEqualTo(handle);
    assertThat(Handle.decode(handle.encoded())).isEqualTo(handle).hasSameHashCodeAs(handle);
  }

  @Test
  void withAnotherSecretIsAnotherHandleOfTheSameId() {
    THandleIdentifier identifier = handle.toIdentifier();
    identifier.setSecret(new byte[16]);
    Handle forged = Handle.of(identifier);
    assertThat(forged.id()).isEqualTo(handle.id());
    assertThat(forged).isNotEqualTo(handle);
  }

  @Test
  void showsItsIdOnly() {
    assertThat(handle).hasToString(handle.id().toString());
  }

  @Test
  void isNotReadFromPartsOfAnotherSize() {
    THandleIdentifier wrong =
        new THandleIdentifier(ByteBuffer.allocate(15), ByteBuffer.allocate(16));
    assertThatThrownBy(() -> Handle.of(wrong))
        .isInstanceOfSatisfying(
            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_HANDLE));
    assertThatThrownBy(() -> Handle.of((TSessionHandle) null)).isInstanceOf(SluiceException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "AAAA", "not base64!", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
  void isNotReadFromOtherText(String text) {
    assertThatThrownBy(() -> Handle.decode(text)).hasMessageStartingWith("Invalid handle");
  }
}
