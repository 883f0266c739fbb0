/* SPDX-License-Identifier: Apache-2.0 */
package io.sluice.catalog.flink;

import io.sluice.error.ErrorCode;
import io.sluice.error.SluiceException;
import java.util.List;
import org.apache.flink.table.catalog.AbstractCatalog;
import org.apache.flink.table.catalog.CatalogDatabase;
import org.apache.flink.table.catalog.CatalogFunction;
import org.apache.flink.table.catalog.CatalogPartition;
import org.apache.flink.table.catalog.CatalogPartitionSpec;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.exceptions.FunctionNotExistException;
import org.apache.flink.table.catalog.exceptions.PartitionNotExistException;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;
import org.apache.flink.table.catalog.exceptions.TableNotPartitionedException;
import org.apache.flink.table.catalog.stats.CatalogColumnStatistics;
import org.apache.flink.table.catalog.stats.CatalogTableStatistics;
import org.apache.flink.table.expressions.Expression;

/**
 * The parts of Flink's catalog that a datasource does not have: functions, partitions made by hand,
 * and statistics written by a statement.
 */
abstract class UnsupportedCatalogParts extends AbstractCatalog {
  /** The default database is answered by the subclass; Flink's constructor wants a name. */
  UnsupportedCatalogParts(String name) {
    super(name, "default");
  }

  private SluiceException refused(String what) {
    return new SluiceException(
        ErrorCode.NOT_SUPPORTED, what + " is not offered in datasource " + getName() + ".");
  }

  @Override
  public void alterDatabase(String name, CatalogDatabase database, boolean ignoreIfNotExists) {
    throw refused("ALTER DATABASE");
  }

  @Override
  public List<CatalogPartitionSpec> listPartitions(ObjectPath path, CatalogPartitionSpec spec)
      throws TableNotExistException, TableNotPartitionedException {
    return listPartitions(path).stream()
        .filter(
            partition ->
                partition
                    .getPartitionSpec()
                    .entrySet()
                    .containsAll(spec.getPartitionSpec().entrySet()))
        .toList();
  }

  @Override
  public List<CatalogPartitionSpec> listPartitionsByFilter(
      ObjectPath path, List<Expression> filters) {
    throw new UnsupportedOperationException("Sources prune their own partitions");
  }

  @Override
  public CatalogPartition getPartition(ObjectPath path, CatalogPartitionSpec spec)
      throws PartitionNotExistException {
    throw new PartitionNotExistException(getName(), path, spec);
  }

  @Override
  public boolean partitionExists(ObjectPath path, CatalogPartitionSpec spec) {
    return false;
  }

  @Override
  public void createPartition(
      ObjectPath path, CatalogPartitionSpec spec, CatalogPartition partition, boolean ignore) {
    throw refused("ALTER TABLE … ADD PARTITION");
  }

  @Override
  public void dropPartition(ObjectPath path, CatalogPartitionSpec spec, boolean ignore) {
    throw refused("ALTER TABLE … DROP PARTITION");
  }

  @Override
  public void alterPartition(
      ObjectPath path, CatalogPartitionSpec spec, CatalogPartition partition, boolean ignore) {
    throw refused("ALTER TABLE … PARTITION");
  }

  @Override
  public List<String> listFunctions(String database) {
    return List.of();
  }

  @Override
  public CatalogFunction getFunction(ObjectPath path) throws FunctionNotExistException {
    throw new FunctionNotExistException(getName(), path);
  }

  @Override
  public boolean functionExists(ObjectPath path) {
    return false;
  }

  @Override
  public void createFunction(ObjectPath path, CatalogFunction function, boolean ignoreIfExists) {
    throw refused("CREATE FUNCTION");
  }

  @Override
  public void alterFunction(ObjectPath path, CatalogFunction function, boolean ignoreIfNotExists) {
    throw refused("ALTER FUNCTION");
  }

  @Override
  public void dropFunction(ObjectPath path, boolean ignoreIfNotExists) {
    throw refused("DROP FUNCTION");
  }

  @Override
  public List<String> listProcedures(String database) {
    return List.of();
  }

  @Override
  public CatalogColumnStatistics getTableColumnStatistics(ObjectPath path) {
    return CatalogColumnStatistics.UNKNOWN;
  }

  @Override
  public CatalogTableStatistics getPartitionStatistics(ObjectPath path, CatalogPartitionSpec spec) {
    return CatalogTableStatistics.UNKNOWN;
  }

  @Override
  public CatalogColumnStatistics getPartitionColumnStatistics(
      ObjectPath path, CatalogPartitionSpec spec) {
    return CatalogColumnStatistics.UNKNOWN;
  }

  @Override
  public void alterTableStatistics(
      ObjectPath path, CatalogTableStatistics statistics, boolean ignoreIfNotExists) {
    throw refused("ANALYZE TABLE");
  }

  @Override
  public void alterTableColumnStatistics(
      ObjectPath path, CatalogColumnStatistics statistics, boolean ignoreIfNotExists) {
    throw refused("ANALYZE TABLE");
  }

  @Override
  public void alterPartitionStatistics(
      ObjectPath path,
      CatalogPartitionSpec spec,
      CatalogTableStatistics statistics,
      boolean ignoreIfNotExists) {
    throw refused("ANALYZE TABLE");
  }

  @Override
  public void alterPartitionColumnStatistics(
      ObjectPath path,
      CatalogPartitionSpec spec,
      CatalogColumnStatistics statistics,
      boolean ignoreIfNotExists) {
    throw refused("ANALYZE TABLE");
  }
}
