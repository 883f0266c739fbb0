/* SPDX-License-Identifier: Apache-2.0 */
/** Operations as clients see them: made at the gateway itself, or run by an engine. */
package io.sluice.server.operation;
