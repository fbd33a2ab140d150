package io.pelton.cpu.vector.step;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.elementwise.Binary;
import io.pelton.cpu.kernel.elementwise.Unary;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.cpu.vector.math.VectorLoops;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import java.util.Map;

/** Steps on F32 with activations by vectors; the others are those of the scalar backend. */
public final class VectorSteps implements Steps<float[]> {
  private static final Map<Activation, Unary<float[], float[]>> ACTIVATIONS =
      Map.of(
          Activation.RELU, VectorLoops.UNARY.get(OpKind.RELU),
          Activation.SIGMOID, VectorLoops.UNARY.get(OpKind.SIGMOID),
          Activation.TANH, VectorLoops.UNARY.get(OpKind.TANH),
          Activation.GELU, VectorLoops.ALL.gelu());

  private static final Binary<float[], float[]> ADD = VectorLoops.BINARY.get(OpKind.ADD);

  private final Steps<float[]> scalar = Steps.floats(DType.F32);

  private VectorSteps() {}

  /** Those of a dtype of up to 32 bits. */
  public static Steps<float[]> of(DType dtype) {
    return dtype == DType.F32 ? new VectorSteps() : Steps.floats(dtype);
  }

  @Override
  public Lane<float[]> lane() {
    return scalar.lane();
  }

  @Override
  public void round(float[] y, int at, int count) {
    scalar.round(y, at, count);
  }

  @Override
  public void add(float[] y, int at, float[] x, int from, int count) {
    ADD.apply(y, at, x, from, y, at, count);
  }

  @Override
  public void addRow(
      Activation activation, float[] y, int at, float[] x, int from, int rows, int columns) {
    if (activation == Activation.RELU) {
      AddLoops.rowAndRelu(y, at, x, from, rows, columns);
    } else {
      AddLoops.row(y, at, x, from, rows, columns);
      activate(activation, y, at, rows * columns);
    }
  }

  @Override
  public void addSingle(float[] y, int at, float[] x, int from, int count) {
    scalar.addSingle(y, at, x, from, count);
  }

  @Override
  public void multiply(float[] y, int at, int count, double x) {
    scalar.multiply(y, at, count, x);
  }

  @Override
  public void divide(float[] y, int at, int count, double x) {
    scalar.divide(y, at, count, x);
  }

  @Override
  public void activate(Activation activation, float[] y, int at, int count) {
    Unary<float[], float[]> loop = ACTIVATIONS.get(activation);
    if (loop == null) {
      scalar.activate(activation, y, at, count);
    } else {
      loop.apply(y, at, y, at, count);
    }
  }

  @Override
  public void fill(float[] y, int at, int count, double x) {
    scalar.fill(y, at, count, x);
  }
}
