/* SPDX-License-Identifier: Apache-2.0 */
/** An engine's port: TCLIService over a {@link io.sluice.engine.sql.SqlEngine}. */
package io.sluice.engine.service;
