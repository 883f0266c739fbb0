/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.server.router;

import io.sluice.server.session.Session;
import io.sluice.server.statement.Statement;
import io.sluice.thrift.hive.TExecuteStatementReq;

/** One statement on its way. */
record Request(Session session, Statement statement, TExecuteStatementReq thrift) {}
