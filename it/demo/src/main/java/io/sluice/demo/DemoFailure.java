/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.demo;

/** Something the demo set out to show is not so; the message is for the person who ran it. */
final class DemoFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  DemoFailure(String message) {
    super(message);
  }
}
