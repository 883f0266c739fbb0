/* SPDX-License-Identifier: Apache-2.0 */
/** Results: a bounded window between the job that makes rows and the client that fetches them. */
package io.sluice.engine.result;
