/* SPDX-License-Identifier: Apache-2.0 */
/** Reads MySQL and MariaDB through information_schema. */
package io.sluice.harvest.mysql;
