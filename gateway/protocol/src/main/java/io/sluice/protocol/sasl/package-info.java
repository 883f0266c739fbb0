/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Login on the wire: Thrift's SASL framing with the mechanisms PLAIN (RFC 4616) and SLUICE-HMAC. A
 * message is one status byte, a 4-byte length and that many bytes; after COMPLETE it is over.
 */
package io.sluice.protocol.sasl;
