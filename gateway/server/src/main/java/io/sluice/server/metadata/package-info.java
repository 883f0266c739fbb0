/* SPDX-License-Identifier: Apache-2.0 */
/** The metadata calls of HiveServer2, answered from the metadata DB. */
package io.sluice.server.metadata;
