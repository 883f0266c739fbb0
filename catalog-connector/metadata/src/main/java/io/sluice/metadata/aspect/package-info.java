/* SPDX-License-Identifier: Apache-2.0 */
/**
 * DataHub's records: URNs, aspects in all their written forms, and what a dataset's aspects say.
 */
package io.sluice.metadata.aspect;
