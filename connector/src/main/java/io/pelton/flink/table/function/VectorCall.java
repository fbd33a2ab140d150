package io.pelton.flink.table.function;

import io.pelton.engine.tensor.DType;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.inference.TypeInference;

/** What runs in a task for one call of a function of vectors. */
@Internal
public final class VectorCall extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  private final VectorFormula formula;
  private final DType dtype;
  private transient VectorRun run;

  VectorCall(VectorFormula formula, DType dtype) {
    this.formula = formula;
    this.dtype = dtype;
  }

  @Override
  public void open(FunctionContext context) {
    run = new VectorRun(formula, dtype, context.getUserCodeClassLoader());
  }

  /** The result for one vector. */
  public Object eval(ArrayData vector) {
    return run.of(vector);
  }

  /** The result for two vectors. */
  public Object eval(ArrayData left, ArrayData right) {
    return run.of(left, right);
  }

  @Override
  public void close() {
    if (run != null) {
      run.close();
      run = null;
    }
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return VectorTypes.inference(formula);
  }
}
