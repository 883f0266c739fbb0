/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Who is this: checks a name and a password and answers with one canonical name and its groups.
 * {@link io.sluice.login.LoginService} is the way in; it never blocks its caller.
 */
package io.sluice.login;
