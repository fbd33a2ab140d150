package io.pelton.flink.table.catalog;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** Options of a catalog with {@code 'type' = 'pelton'}. */
@PublicEvolving
public final class PeltonCatalogOptions {
  public static final ConfigOption<String> PATH =
      ConfigOptions.key("path")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The folder of the models, as a path or URI for Flink's file systems. Its files"
                  + " '<model>.onnx' are models of the default database, and each folder in it is a"
                  + " database of its own.");

  public static final ConfigOption<String> DEFAULT_DATABASE =
      ConfigOptions.key("default-database")
          .stringType()
          .defaultValue("default")
          .withDescription("What the database of the files in the folder itself is called.");

  public static final ConfigOption<Boolean> RECURSIVE =
      ConfigOptions.key("recursive")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Whether folders in folders are databases, too, called by their paths, such as"
                  + " `vision/small`.");

  private PeltonCatalogOptions() {}
}
