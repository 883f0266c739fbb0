/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.sluice.config.Option;
import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;

/** TLS of the Thrift binary front end, from a key store. */
final class FrontendTls {
  static final Option<Boolean> ENABLED =
      Option.bool("sluice.frontend.thrift.binary.ssl.enabled")
          .defaultsTo(false)
          .doc("Whether clients connect with TLS (`;ssl=true` in their URL).")
          .build();

  static final Option<String> KEY_STORE =
      Option.string("sluice.frontend.ssl.keystore.path")
          .doc("Key store with the gateway's key and certificate.")
          .build();

  static final Option<String> PASSWORD =
      Option.string("sluice.frontend.ssl.keystore.password")
          .secret()
          .doc("Password of the key store and of the key in it; give it as `${file:/path}`.")
          .build();

  static final Option<String> TYPE =
      Option.string("sluice.frontend.ssl.keystore.type")
          .defaultsTo("PKCS12")
          .doc("Type of the key store.")
          .build();

  private FrontendTls() {}

  static List<Option<?>> all() {
    return List.of(ENABLED, KEY_STORE, PASSWORD, TYPE);
  }

  /**
   * The TLS context, if TLS is enabled.
   *
   * @throws SluiceException INVALID_SETTING or INVALID_CONFIGURATION naming the key store
   */
  static Optional<SslContext> context(Settings settings) {
    if (!settings.get(ENABLED)) {
      return Optional.empty();
    }
    Path path = Path.of(settings.get(KEY_STORE));
    char[] password = settings.get(PASSWORD).toCharArray();
    try (InputStream in = Files.newInputStream(path)) {
      KeyStore store = KeyStore.getInstance(settings.get(TYPE));
      store.load(in, password);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      return Optional.of(SslContextBuilder.forServer(keys).protocols("TLSv1.3", "TLSv1.2").build());
    } catch (IOException | GeneralSecurityException e) {
      throw new SluiceException(
          ErrorCode.INVALID_CONFIGURATION,
          "The key store "
              + path
              + " ("
              + KEY_STORE
              + ") cannot be used: "
              + e.getMessage()
              + ". Check the file, its type and its password.",
          e);
    }
  }
}
