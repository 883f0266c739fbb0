/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

/**
 * One way to check a name and a password. It may block, but not past the given deadline for long;
 * {@link LoginService} calls it on a bounded number of threads.
 */
interface LoginProvider extends AutoCloseable {
  /**
   * Checks the credentials, whose password is neither empty nor holds a NUL.
   *
   * @return the canonical identity
   * @throws LoginException with the reason for the log; it never reaches a client as it is
   */
  Identity login(Credentials credentials, Deadline deadline) throws LoginException;

  @Override
  void close();
}
