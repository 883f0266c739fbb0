/* SPDX-License-Identifier: Apache-2.0 */
/** {@code bin/sluice bench}: the gateway, its engine and Spark Thrift Server in one run. */
package io.sluice.bench;
