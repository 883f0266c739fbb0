/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.login;

/** How the gateway checks who somebody is. */
public enum LoginMethod {
  /** A directory server checks the password. */
  LDAP,
  /** Nobody checks: the typed name is believed. For trials on one's own machine. */
  NONE
}
