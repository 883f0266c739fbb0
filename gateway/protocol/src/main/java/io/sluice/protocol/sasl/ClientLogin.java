/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.protocol.sasl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.security.SecureRandom;

/** How a client logs in; each {@link #start} is one login. */
public sealed interface ClientLogin permits ClientLogin.Plain, ClientLogin.Hmac {
  /** Name and password. */
  static ClientLogin plain(String user, String password) {
    return new Plain(user, password);
  }

  /** SLUICE-HMAC as the client of this name. */
  static ClientLogin hmac(SharedSecret secret, String name, SecureRandom random) {
    return new Hmac(secret, name, random);
  }

  Exchange start();

  /** One login as the client sees it. */
  interface Exchange {
    String mechanism();

    /** What goes out right behind the mechanism's name. */
    byte[] initialResponse();

    /**
     * @throws SluiceException LOGIN_FAILED if the challenge is not right
     */
    byte[] respond(byte[] challenge);

    /** True when a server that says COMPLETE has done all it must. */
    boolean mayComplete();
  }

  /** SASL PLAIN. */
  record Plain(String user, String password) implements ClientLogin {
    public Plain {
      requireNonNull(user, "user is null");
      requireNonNull(password, "password is null");
      if (user.indexOf('\0') >= 0 || password.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("A name or password holds a NUL");
      }
    }

    @Override
    public Exchange start() {
      return new Exchange() {
        @Override
        public String mechanism() {
          return PlainMechanism.NAME;
        }

        @Override
        public byte[] initialResponse() {
          return ('\0' + user + '\0' + password).getBytes(UTF_8);
        }

        @Override
        public byte[] respond(byte[] challenge) {
          throw new SluiceException(ErrorCode.LOGIN_FAILED, "The server asks more than PLAIN has.");
        }

        @Override
        public boolean mayComplete() {
          return true;
        }
      };
    }

    @Override
    public String toString() {
      return "Plain[user=" + user + ']';
    }
  }

  /** SLUICE-HMAC. */
  record Hmac(SharedSecret secret, String name, SecureRandom random) implements ClientLogin {
    public Hmac {
      requireNonNull(secret, "secret is null");
      requireNonNull(name, "name is null");
      requireNonNull(random, "random is null");
    }

    @Override
    public Exchange start() {
      byte[] nonce = HmacExchange.nonce(random);
      return new Exchange() {
        private boolean serverProved;

        @Override
        public String mechanism() {
          return HmacExchange.MECHANISM;
        }

        @Override
        public byte[] initialResponse() {
          return HmacExchange.hello(nonce, name);
        }

        @Override
        public byte[] respond(byte[] challenge) {
          HmacExchange exchange = HmacExchange.atClient(secret, nonce, name, challenge);
          serverProved = true;
          return exchange.clientProof();
        }

        @Override
        public boolean mayComplete() {
          return serverProved;
        }
      };
    }
  }
}
