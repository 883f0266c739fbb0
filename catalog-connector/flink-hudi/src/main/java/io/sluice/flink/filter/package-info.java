/* SPDX-License-Identifier: Apache-2.0 */
/** What sources share in reading the planner's filters. */
package io.sluice.flink.filter;
