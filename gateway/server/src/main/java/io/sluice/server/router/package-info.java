/* SPDX-License-Identifier: Apache-2.0 */
/** Who answers a statement: the gateway or an engine. */
package io.sluice.server.router;
