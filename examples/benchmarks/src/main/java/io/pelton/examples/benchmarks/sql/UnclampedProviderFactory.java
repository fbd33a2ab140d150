package io.pelton.examples.benchmarks.sql;

import io.pelton.flink.table.PeltonModelProviderFactory;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.config.MLPredictRuntimeConfigOptions;
import org.apache.flink.table.catalog.ResolvedCatalogModel;
import org.apache.flink.table.factories.ModelProviderFactory;
import org.apache.flink.table.functions.AsyncPredictFunction;
import org.apache.flink.table.ml.AsyncPredictRuntimeProvider;
import org.apache.flink.table.ml.ModelProvider;

/**
 * The provider {@code pelton} that believes that any number of rows may be under way, as providers
 * do that never ask: their batches wait for rows that Flink holds back.
 */
public final class UnclampedProviderFactory implements ModelProviderFactory {
  static final String IDENTIFIER = "pelton-unclamped";

  private static final String BELIEVED = "1000000";

  private final PeltonModelProviderFactory pelton = new PeltonModelProviderFactory();

  @Override
  public String factoryIdentifier() {
    return IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return pelton.requiredOptions();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return pelton.optionalOptions();
  }

  @Override
  public ModelProvider createModelProvider(Context context) {
    return new Unclamped((AsyncPredictRuntimeProvider) pelton.createModelProvider(context));
  }

  private record Unclamped(AsyncPredictRuntimeProvider provider)
      implements AsyncPredictRuntimeProvider {
    @Override
    public AsyncPredictFunction createAsyncPredictFunction(ModelProvider.Context context) {
      Configuration believed = Configuration.fromMap(context.runtimeConfig().toMap());
      believed.setString(
          MLPredictRuntimeConfigOptions.ASYNC_MAX_CONCURRENT_OPERATIONS.key(), BELIEVED);
      return provider.createAsyncPredictFunction(
          new ModelProvider.Context() {
            @Override
            public ResolvedCatalogModel getCatalogModel() {
              return context.getCatalogModel();
            }

            @Override
            public ReadableConfig runtimeConfig() {
              return believed;
            }
          });
    }

    @Override
    public ModelProvider copy() {
      return new Unclamped((AsyncPredictRuntimeProvider) provider.copy());
    }
  }
}
