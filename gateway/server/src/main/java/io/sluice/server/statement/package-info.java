/* SPDX-License-Identifier: Apache-2.0 */
/** What the gateway reads of a statement: its kind, and what it can answer without an engine. */
package io.sluice.server.statement;
