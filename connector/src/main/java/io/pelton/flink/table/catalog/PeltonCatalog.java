package io.pelton.flink.table.catalog;

import io.pelton.engine.error.PeltonException;
import io.pelton.flink.table.PeltonModelProviderFactory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.table.catalog.CatalogDatabase;
import org.apache.flink.table.catalog.CatalogDatabaseImpl;
import org.apache.flink.table.catalog.CatalogModel;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.exceptions.CatalogException;
import org.apache.flink.table.catalog.exceptions.DatabaseNotExistException;
import org.apache.flink.table.catalog.exceptions.ModelNotExistException;
import org.apache.flink.table.factories.Factory;

/**
 * A folder of models. It is read when it is asked; models are listed by their files' names alone,
 * so that one which can't be read says why only when it is used.
 */
final class PeltonCatalog extends ReadOnlyCatalog {
  private final ModelFolder folder;
  private final FileModels models;

  /**
   * @param loader of the session's classes
   */
  PeltonCatalog(String name, String defaultDatabase, ModelFolder folder, ClassLoader loader) {
    super(name, defaultDatabase);
    this.folder = folder;
    this.models = new FileModels(folder, loader);
  }

  /** A question that only the file system can answer. */
  @FunctionalInterface
  private interface Question<T> {
    T ask() throws IOException;
  }

  private <T> T ask(Question<T> question) {
    try {
      return question.ask();
    } catch (IOException e) {
      throw new CatalogException(
          "Catalog '"
              + getName()
              + "': can't read folder '"
              + folder.root()
              + "': "
              + e
              + "; see that it is there and may be read.",
          e);
    }
  }

  /**
   * @throws CatalogException when there is no such folder
   */
  @Override
  public void open() {
    if (!ask(folder::isThere)) {
      throw new CatalogException(
          "Catalog '"
              + getName()
              + "': expected a folder of models, found none at '"
              + folder.root()
              + "'; correct 'path', or make the folder.");
    }
    if (ask(folder::isRootDatabaseTaken)) {
      throw new CatalogException(
          "Catalog '"
              + getName()
              + "': expected a database name for the models in the folder itself, found '"
              + getDefaultDatabase()
              + "', which is a folder in it; give another as 'default-database'.");
    }
  }

  @Override
  public void close() {}

  /** All models are of one provider. */
  @Override
  public Optional<Factory> getFactory() {
    return Optional.of(new PeltonModelProviderFactory());
  }

  @Override
  public List<String> listDatabases() {
    return ask(folder::databases);
  }

  @Override
  public boolean databaseExists(String database) {
    return ask(() -> folder.hasDatabase(database));
  }

  @Override
  public CatalogDatabase getDatabase(String database) throws DatabaseNotExistException {
    checkDatabase(database);
    return new CatalogDatabaseImpl(Map.of(), "Models in " + folder.folder(database));
  }

  @Override
  public List<String> listModels(String database) throws DatabaseNotExistException {
    checkDatabase(database);
    return ask(() -> folder.models(database));
  }

  @Override
  public boolean modelExists(ObjectPath model) {
    return find(model).isPresent();
  }

  private Optional<FileStatus> find(ObjectPath model) {
    return ask(
        () ->
            folder.hasDatabase(model.getDatabaseName())
                ? folder.model(model.getDatabaseName(), model.getObjectName())
                : Optional.empty());
  }

  /**
   * @throws CatalogException for a model that can't be used, with the reason
   */
  @Override
  public CatalogModel getModel(ObjectPath model) throws ModelNotExistException {
    FileStatus file = find(model).orElseThrow(() -> new ModelNotExistException(getName(), model));
    try {
      return ask(() -> models.of(model, file.getPath()));
    } catch (PeltonException e) {
      throw new CatalogException(
          "Model '" + getName() + "." + model.getFullName() + "' can't be used: " + e.getMessage(),
          e);
    }
  }
}
