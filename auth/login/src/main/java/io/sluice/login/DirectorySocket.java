/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

import com.unboundid.asn1.ASN1StreamReader;
import com.unboundid.ldap.protocol.ExtendedRequestProtocolOp;
import com.unboundid.ldap.protocol.LDAPMessage;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.extensions.StartTLSExtendedRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLException;

/**
 * Opens the socket to a directory server: TCP, StartTLS if asked for, the TLS handshake, all within
 * one time. The SDK is given the finished socket, because its own connecting does not bound a
 * handshake that stalls, neither of LDAPS nor of StartTLS (SDK 7.0.2).
 */
final class DirectorySocket {
  private static final int START_TLS_MESSAGE_ID = 1;
  private static final int MAX_ANSWER_BYTES = 64 * 1024;

  private final LdapUrl url;
  private final boolean startTls;
  private final Tls tls;
  private final Watchdog watchdog;

  DirectorySocket(LdapUrl url, boolean startTls, Tls tls, Watchdog watchdog) {
    this.url = url;
    this.startTls = startTls && !url.ldaps();
    this.tls = tls;
    this.watchdog = watchdog;
  }

  /**
   * @throws SSLException if there is no TLS where there must be
   * @throws IOException if there is no connection in time
   */
  @SuppressWarnings("try") // the guard is used by being closed
  Socket open(Duration time) throws IOException {
    InetAddress address = InetAddress.getByName(url.host());
    Socket socket = new Socket();
    try (Watchdog.Guard guard = watchdog.guard(time, socket)) {
      int millis = Math.toIntExact(time.toMillis());
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(address, url.port()), millis);
      socket.setSoTimeout(millis);
      if (startTls) {
        requestStartTls(socket);
      }
      Socket ready = url.ldaps() || startTls ? tls.over(socket, url.host(), url.port()) : socket;
      ready.setSoTimeout(0);
      return ready;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /** RFC 4511, section 4.14. Nothing but this goes over the wire in plain text. */
  private static void requestStartTls(Socket socket) throws IOException {
    LDAPMessage request =
        new LDAPMessage(
            START_TLS_MESSAGE_ID,
            new ExtendedRequestProtocolOp(StartTLSExtendedRequest.STARTTLS_REQUEST_OID, null));
    socket.getOutputStream().write(request.encode().encode());
    LDAPMessage answer;
    try {
      // Not closed, and unbuffered: the next byte belongs to TLS.
      ASN1StreamReader reader = new ASN1StreamReader(socket.getInputStream(), MAX_ANSWER_BYTES);
      reader.setIgnoreSocketTimeout(false, false);
      answer = LDAPMessage.readFrom(reader, false);
    } catch (LDAPException e) {
      throw new IOException("no answer to StartTLS: " + e.getMessage(), e);
    }
    if (answer == null) {
      throw new IOException("the server closed the connection at StartTLS");
    }
    int code;
    String diagnostic;
    try {
      code = answer.getExtendedResponseProtocolOp().getResultCode();
      diagnostic = answer.getExtendedResponseProtocolOp().getDiagnosticMessage();
    } catch (ClassCastException e) {
      throw new SSLException("the server answered StartTLS with something else", e);
    }
    if (code != 0) {
      throw new SSLException(
          "the server refused StartTLS with result "
              + code
              + (diagnostic == null ? "" : " " + Printable.of(diagnostic)));
    }
  }
}
