package io.pelton.flink.table.catalog;

import io.pelton.flink.error.InvalidSetting;
import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.factories.CatalogFactory;
import org.apache.flink.table.factories.FactoryUtil;

/**
 * A folder of models as a catalog, whose models need no {@code CREATE MODEL}. Flink finds it
 * through its service file.
 *
 * <pre>{@code
 * CREATE CATALOG zoo WITH ('type' = 'pelton', 'path' = 's3://models');
 * SELECT * FROM ML_PREDICT(TABLE orders, MODEL zoo.`default`.fraud, DESCRIPTOR(amount, age))
 * }</pre>
 */
@PublicEvolving
public final class PeltonCatalogFactory implements CatalogFactory {
  public static final String IDENTIFIER = "pelton";

  @Override
  public String factoryIdentifier() {
    return IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(PeltonCatalogOptions.PATH);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(
        PeltonCatalogOptions.DEFAULT_DATABASE,
        PeltonCatalogOptions.RECURSIVE,
        FactoryUtil.PROPERTY_VERSION);
  }

  /**
   * @throws InvalidSetting for a path that is none, or a database without a name
   */
  @Override
  public Catalog createCatalog(Context context) {
    FactoryUtil.CatalogFactoryHelper helper = FactoryUtil.createCatalogFactoryHelper(this, context);
    helper.validate();
    ReadableConfig options = helper.getOptions();
    String database = options.get(PeltonCatalogOptions.DEFAULT_DATABASE);
    ModelFolder folder =
        new ModelFolder(
            path(options.get(PeltonCatalogOptions.PATH)),
            InvalidSetting.named("'default-database'", database),
            options.get(PeltonCatalogOptions.RECURSIVE));
    return new PeltonCatalog(context.getName(), database, folder, context.getClassLoader());
  }

  private static Path path(String path) {
    try {
      return new Path(InvalidSetting.named("'path'", path));
    } catch (IllegalArgumentException e) {
      throw new InvalidSetting(
          "'path'",
          "a path, or a URI such as s3://models",
          "'" + path + "'",
          "correct it: " + e.getMessage(),
          e);
    }
  }
}
