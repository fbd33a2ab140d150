package io.pelton.flink.table.catalog;

import java.util.List;
import org.apache.flink.table.catalog.AbstractCatalog;
import org.apache.flink.table.catalog.CatalogBaseTable;
import org.apache.flink.table.catalog.CatalogDatabase;
import org.apache.flink.table.catalog.CatalogFunction;
import org.apache.flink.table.catalog.CatalogModel;
import org.apache.flink.table.catalog.CatalogPartition;
import org.apache.flink.table.catalog.CatalogPartitionSpec;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.exceptions.CatalogException;
import org.apache.flink.table.catalog.exceptions.DatabaseNotExistException;
import org.apache.flink.table.catalog.exceptions.FunctionNotExistException;
import org.apache.flink.table.catalog.exceptions.PartitionNotExistException;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;
import org.apache.flink.table.catalog.stats.CatalogColumnStatistics;
import org.apache.flink.table.catalog.stats.CatalogTableStatistics;
import org.apache.flink.table.expressions.Expression;

/** A catalog that has neither tables nor functions and takes nothing in. */
abstract class ReadOnlyCatalog extends AbstractCatalog {
  ReadOnlyCatalog(String name, String defaultDatabase) {
    super(name, defaultDatabase);
  }

  private CatalogException readOnly(String what) {
    return new CatalogException(
        "Catalog '"
            + getName()
            + "' is a folder of model files, which "
            + what
            + " would change or which has no room for it; put files into the folder or take them"
            + " out, or create what you need in another catalog, or as TEMPORARY.");
  }

  final void checkDatabase(String database) throws DatabaseNotExistException {
    if (!databaseExists(database)) {
      throw new DatabaseNotExistException(getName(), database);
    }
  }

  @Override
  public void createDatabase(String name, CatalogDatabase database, boolean ignoreIfExists) {
    throw readOnly("CREATE DATABASE");
  }

  @Override
  public void dropDatabase(String name, boolean ignoreIfNotExists, boolean cascade) {
    throw readOnly("DROP DATABASE");
  }

  @Override
  public void alterDatabase(String name, CatalogDatabase database, boolean ignoreIfNotExists) {
    throw readOnly("ALTER DATABASE");
  }

  @Override
  public List<String> listTables(String database) throws DatabaseNotExistException {
    checkDatabase(database);
    return List.of();
  }

  @Override
  public List<String> listViews(String database) throws DatabaseNotExistException {
    checkDatabase(database);
    return List.of();
  }

  @Override
  public List<String> listMaterializedTables(String database) throws DatabaseNotExistException {
    checkDatabase(database);
    return List.of();
  }

  @Override
  public CatalogBaseTable getTable(ObjectPath table) throws TableNotExistException {
    throw new TableNotExistException(getName(), table);
  }

  @Override
  public CatalogBaseTable getTable(ObjectPath table, long timestamp) throws TableNotExistException {
    throw new TableNotExistException(getName(), table);
  }

  @Override
  public boolean tableExists(ObjectPath table) {
    return false;
  }

  @Override
  public void dropTable(ObjectPath table, boolean ignoreIfNotExists) {
    throw readOnly("DROP TABLE");
  }

  @Override
  public void renameTable(ObjectPath table, String newName, boolean ignoreIfNotExists) {
    throw readOnly("ALTER TABLE");
  }

  @Override
  public void createTable(ObjectPath path, CatalogBaseTable table, boolean ignoreIfExists) {
    throw readOnly("CREATE TABLE");
  }

  @Override
  public void alterTable(ObjectPath path, CatalogBaseTable table, boolean ignoreIfNotExists) {
    throw readOnly("ALTER TABLE");
  }

  @Override
  public List<CatalogPartitionSpec> listPartitions(ObjectPath table) throws TableNotExistException {
    throw new TableNotExistException(getName(), table);
  }

  @Override
  public List<CatalogPartitionSpec> listPartitions(ObjectPath table, CatalogPartitionSpec partition)
      throws TableNotExistException {
    throw new TableNotExistException(getName(), table);
  }

  @Override
  public List<CatalogPartitionSpec> listPartitionsByFilter(
      ObjectPath table, List<Expression> filters) throws TableNotExistException {
    throw new TableNotExistException(getName(), table);
  }

  @Override
  public CatalogPartition getPartition(ObjectPath table, CatalogPartitionSpec partition)
      throws PartitionNotExistException {
    throw new PartitionNotExistException(getName(), table, partition);
  }

  @Override
  public boolean partitionExists(ObjectPath table, CatalogPartitionSpec partition) {
    return false;
  }

  @Override
  public void createPartition(
      ObjectPath table,
      CatalogPartitionSpec spec,
      CatalogPartition partition,
      boolean ignoreIfExists) {
    throw readOnly("ALTER TABLE");
  }

  @Override
  public void dropPartition(
      ObjectPath table, CatalogPartitionSpec partition, boolean ignoreIfNotExists) {
    throw readOnly("ALTER TABLE");
  }

  @Override
  public void alterPartition(
      ObjectPath table,
      CatalogPartitionSpec spec,
      CatalogPartition partition,
      boolean ignoreIfNotExists) {
    throw readOnly("ALTER TABLE");
  }

  @Override
  public List<String> listFunctions(String database) throws DatabaseNotExistException {
    checkDatabase(database);
    return List.of();
  }

  @Override
  public List<String> listProcedures(String database) throws DatabaseNotExistException {
    checkDatabase(database);
    return List.of();
  }

  @Override
  public CatalogFunction getFunction(ObjectPath function) throws FunctionNotExistException {
    throw new FunctionNotExistException(getName(), function);
  }

  @Override
  public boolean functionExists(ObjectPath function) {
    return false;
  }

  @Override
  public void createFunction(ObjectPath path, CatalogFunction function, boolean ignoreIfExists) {
    throw readOnly("CREATE FUNCTION");
  }

  @Override
  public void alterFunction(ObjectPath path, CatalogFunction function, boolean ignoreIfNotExists) {
    throw readOnly("ALTER FUNCTION");
  }

  @Override
  public void dropFunction(ObjectPath path, boolean ignoreIfNotExists) {
    throw readOnly("DROP FUNCTION");
  }

  @Override
  public CatalogTableStatistics getTableStatistics(ObjectPath table) throws TableNotExistException {
    throw new TableNotExistException(getName(), table);
  }

  @Override
  public CatalogColumnStatistics getTableColumnStatistics(ObjectPath table)
      throws TableNotExistException {
    throw new TableNotExistException(getName(), table);
  }

  @Override
  public CatalogTableStatistics getPartitionStatistics(
      ObjectPath table, CatalogPartitionSpec partition) throws PartitionNotExistException {
    throw new PartitionNotExistException(getName(), table, partition);
  }

  @Override
  public CatalogColumnStatistics getPartitionColumnStatistics(
      ObjectPath table, CatalogPartitionSpec partition) throws PartitionNotExistException {
    throw new PartitionNotExistException(getName(), table, partition);
  }

  @Override
  public void alterTableStatistics(
      ObjectPath table, CatalogTableStatistics statistics, boolean ignoreIfNotExists) {
    throw readOnly("ANALYZE TABLE");
  }

  @Override
  public void alterTableColumnStatistics(
      ObjectPath table, CatalogColumnStatistics statistics, boolean ignoreIfNotExists) {
    throw readOnly("ANALYZE TABLE");
  }

  @Override
  public void alterPartitionStatistics(
      ObjectPath table,
      CatalogPartitionSpec partition,
      CatalogTableStatistics statistics,
      boolean ignoreIfNotExists) {
    throw readOnly("ANALYZE TABLE");
  }

  @Override
  public void alterPartitionColumnStatistics(
      ObjectPath table,
      CatalogPartitionSpec partition,
      CatalogColumnStatistics statistics,
      boolean ignoreIfNotExists) {
    throw readOnly("ANALYZE TABLE");
  }

  @Override
  public void createModel(ObjectPath path, CatalogModel model, boolean ignoreIfExists) {
    throw readOnly("CREATE MODEL");
  }

  @Override
  public void alterModel(ObjectPath path, CatalogModel model, boolean ignoreIfNotExists) {
    throw readOnly("ALTER MODEL");
  }

  @Override
  public void renameModel(ObjectPath path, String newName, boolean ignoreIfNotExists) {
    throw readOnly("ALTER MODEL");
  }

  @Override
  public void dropModel(ObjectPath path, boolean ignoreIfNotExists) {
    throw readOnly("DROP MODEL");
  }
}
