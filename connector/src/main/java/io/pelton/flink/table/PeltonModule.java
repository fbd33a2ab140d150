package io.pelton.flink.table;

import io.pelton.flink.table.function.CosineSimilarity;
import io.pelton.flink.table.function.DotProduct;
import io.pelton.flink.table.function.L2Distance;
import io.pelton.flink.table.function.L2Normalize;
import io.pelton.flink.table.function.Predict;
import io.pelton.flink.table.function.PredictAsync;
import io.pelton.flink.table.function.PredictTable;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.module.Module;

/**
 * All functions of this package. It offers no model provider: Flink would ask it for models of
 * every provider, and finds ours without it.
 */
@PublicEvolving
public final class PeltonModule implements Module {
  private final Map<String, FunctionDefinition> functions =
      Map.of(
          "COSINE_SIMILARITY", new CosineSimilarity(),
          "DOT_PRODUCT", new DotProduct(),
          "L2_DISTANCE", new L2Distance(),
          "L2_NORMALIZE", new L2Normalize(),
          "PREDICT", new Predict(),
          "PREDICT_ASYNC", new PredictAsync(),
          "PREDICT_TABLE", new PredictTable());

  @Override
  public Set<String> listFunctions() {
    return functions.keySet();
  }

  @Override
  public Optional<FunctionDefinition> getFunctionDefinition(String name) {
    return Optional.ofNullable(functions.get(name.toUpperCase(Locale.ROOT)));
  }
}
