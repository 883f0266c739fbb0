/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The harvest command: reads what tables the sources have, or a DataHub file, and writes DataHub's
 * aspects into the metadata DB.
 */
package io.sluice.harvest;
