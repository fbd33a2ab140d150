package io.pelton.flink.table;

import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedCatalogModel;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.factories.ModelProviderFactory;
import org.apache.flink.table.ml.ModelProvider;
import org.apache.flink.table.types.logical.RowType;

/**
 * The model provider {@code pelton}: models in files, which run in the tasks of a query. Flink
 * finds it through its service file.
 *
 * <pre>{@code
 * CREATE MODEL fraud INPUT (amount FLOAT, country STRING) OUTPUT (probability FLOAT) WITH (
 *   'provider' = 'pelton', 'model' = 's3://models/fraud.onnx');
 *
 * SELECT * FROM ML_PREDICT(TABLE payments, MODEL fraud, DESCRIPTOR(amount, country));
 * }</pre>
 */
@PublicEvolving
public final class PeltonModelProviderFactory implements ModelProviderFactory {
  public static final String IDENTIFIER = "pelton";

  @Override
  public String factoryIdentifier() {
    return IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(PeltonModelOptions.MODEL);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return ModelOption.all().stream()
        .<ConfigOption<?>>map(ModelOption::option)
        .filter(option -> !option.equals(PeltonModelOptions.MODEL))
        .collect(Collectors.toSet());
  }

  /**
   * Reads the model and holds options and columns against it.
   *
   * @throws io.pelton.flink.error.InvalidSetting for an unknown option or a value that breaks its
   *     rule
   * @throws io.pelton.flink.error.DeclarationMismatch for columns that don't suit the model
   * @throws io.pelton.engine.error.PeltonException for a model that can't be read or imported
   */
  @Override
  public ModelProvider createModelProvider(Context context) {
    ResolvedCatalogModel model = context.getCatalogModel();
    PredictPlanner planner =
        PredictPlanner.of(
            name(context.getObjectIdentifier()),
            model.getOptions(),
            context.getConfiguration(),
            context.getClassLoader());
    RowType columns = rowType(model.getResolvedInputSchema());
    RowType results = rowType(model.getResolvedOutputSchema());
    planner.plan(columns, results, planner.rows(planner.options()));
    return new PeltonModelProvider(planner, columns, results, context.getConfiguration());
  }

  private static String name(ObjectIdentifier identifier) {
    return identifier == null ? "model" : identifier.getObjectName();
  }

  private static RowType rowType(ResolvedSchema schema) {
    return (RowType) schema.toPhysicalRowDataType().getLogicalType();
  }
}
