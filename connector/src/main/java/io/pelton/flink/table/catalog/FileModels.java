package io.pelton.flink.table.catalog;

import io.pelton.flink.error.UnsupportedModel;
import io.pelton.flink.model.ModelDescription;
import io.pelton.flink.table.PeltonModelOptions;
import io.pelton.flink.table.PeltonModelProviderFactory;
import io.pelton.flink.table.PredictPlanner;
import io.pelton.flink.table.schema.InferredColumn;
import io.pelton.flink.table.schema.InferredSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.catalog.CatalogModel;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.factories.FactoryUtil;

/** Files as models of a catalog. */
final class FileModels {
  private final ModelFolder folder;
  private final ClassLoader loader;

  /**
   * @param loader of the session's classes
   */
  FileModels(ModelFolder folder, ClassLoader loader) {
    this.folder = folder;
    this.loader = loader;
  }

  /**
   * The model as {@code CREATE MODEL} would declare it.
   *
   * @throws io.pelton.engine.error.PeltonException with why the file is no model that can be used
   */
  CatalogModel of(ObjectPath model, Path file) throws IOException {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(FactoryUtil.PROVIDER.key(), PeltonModelProviderFactory.IDENTIFIER);
    options.put(PeltonModelOptions.MODEL.key(), file.toString());
    options.putAll(ModelProperties.read(folder, model));
    PredictPlanner planner =
        PredictPlanner.of(model.getObjectName(), options, new Configuration(), loader);
    InferredSchema schema = planner.schema();
    check(file, schema);
    return CatalogModel.of(
        schema.inputSchema(),
        schema.outputSchema(),
        options,
        comment(planner.description(), schema));
  }

  private static void check(Path file, InferredSchema schema) {
    for (InferredColumn input : schema.inputs()) {
      if (input.type().isEmpty()) {
        throw new UnsupportedModel(
            file.toString(), "input '" + input.port() + "' " + input.reason());
      }
    }
    if (schema.outputSchema().getColumns().isEmpty()) {
      throw new UnsupportedModel(
          file.toString(), "none of its outputs has a column:\n" + schema.clauses());
    }
  }

  private static String comment(ModelDescription model, InferredSchema schema) {
    List<String> facts = new ArrayList<>();
    if (!model.text().isEmpty()) {
      facts.add(model.text());
    }
    if (!model.version().isEmpty()) {
      facts.add("version " + model.version());
    }
    if (!model.producer().isEmpty()) {
      facts.add("written by " + model.producer());
    }
    facts.add(model.bytes() + " bytes");
    facts.add("SHA-256 " + model.sha256());
    for (InferredColumn output : schema.withoutColumn()) {
      facts.add("without output '" + output.port() + "', which " + output.reason());
    }
    return String.join("; ", facts);
  }
}
