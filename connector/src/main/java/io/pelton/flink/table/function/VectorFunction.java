package io.pelton.flink.table.function;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.types.inference.TypeInference;

/**
 * A function of vectors, which are arrays of numbers. It computes on the engine, in FLOAT where all
 * arrays are ARRAY&lt;FLOAT&gt; and in DOUBLE otherwise, with the same bits wherever it runs. Its
 * result is null where an array or an element is null.
 */
@PublicEvolving
public abstract sealed class VectorFunction extends ScalarFunction implements SpecializedFunction
    permits CosineSimilarity, DotProduct, L2Distance, L2Normalize {
  private static final long serialVersionUID = 1L;

  VectorFunction() {}

  abstract VectorFormula formula();

  /** Stands for the calls that {@link #specialize} makes; it is not called itself. */
  @SuppressWarnings("DoNotCallSuggester")
  public final Object eval(Object... vectors) {
    throw new UnsupportedOperationException(
        formula().function() + " is called through a table environment");
  }

  @Override
  public final UserDefinedFunction specialize(SpecializedContext context) {
    return new VectorCall(
        formula(), VectorTypes.dtype(context.getCallContext().getArgumentDataTypes()));
  }

  @Override
  public final TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return VectorTypes.inference(formula());
  }

  /** False, so that the engine is loaded where the query runs only. */
  @Override
  public final boolean supportsConstantFolding() {
    return false;
  }
}
