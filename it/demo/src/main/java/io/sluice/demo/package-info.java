/* SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code bin/sluice demo}: a small company with its data in three places, seen through the gateway.
 */
package io.sluice.demo;
