/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import io.sluice.config.Settings;
import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** TLS to the directory: who is trusted, and that the certificate is the named host's. */
final class Tls {
  private final SSLSocketFactory factory;

  private Tls(SSLSocketFactory factory) {
    this.factory = factory;
  }

  /**
   * @throws SluiceException INVALID_CONFIGURATION if the trust store cannot be read
   */
  static Tls open(Settings settings) {
    Optional<String> path = settings.find(LdapOptions.TRUST_STORE).filter(p -> !p.isEmpty());
    try {
      KeyStore trusted = null;
      if (path.isPresent()) {
        trusted = read(Path.of(path.get()), settings.find(LdapOptions.TRUST_STORE_PASSWORD));
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return new Tls(context.getSocketFactory());
    } catch (IOException | GeneralSecurityException e) {
      throw new SluiceException(
          ErrorCode.INVALID_CONFIGURATION,
          "Setting "
              + LdapOptions.TRUST_STORE
              + ": cannot read "
              + path.orElse("Java's own trust store")
              + " ("
              + e.getMessage()
              + "). Give a file of PEM certificates, or a PKCS12 or JKS file and its password.",
          e);
    }
  }

  private static KeyStore read(Path file, Optional<String> password)
      throws IOException, GeneralSecurityException {
    if (isPem(file)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      Collection<? extends Certificate> certificates;
      try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
        certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
      }
      for (Certificate certificate : certificates) {
        store.setCertificateEntry("trusted-" + store.size(), certificate);
      }
      return store;
    }
    return KeyStore.getInstance(file.toFile(), password.map(String::toCharArray).orElse(null));
  }

  private static boolean isPem(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1)
        .contains("-----BEGIN CERTIFICATE-----");
  }

  /**
   * Lays TLS over a connected socket and shakes hands. The certificate must be trusted and be made
   * for the host as the URL names it (RFC 4513, section 3.1.3).
   */
  Socket over(Socket socket, String host, int port) throws IOException {
    SSLSocket secure = (SSLSocket) factory.createSocket(socket, host, port, true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("LDAPS");
    secure.setSSLParameters(parameters);
    secure.startHandshake();
    return secure;
  }
}
