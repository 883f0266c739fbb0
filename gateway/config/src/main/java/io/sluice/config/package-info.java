/* SPDX-License-Identifier: Apache-2.0 */
/** Typed settings: each module declares its own options; one place reads and checks them. */
package io.sluice.config;
