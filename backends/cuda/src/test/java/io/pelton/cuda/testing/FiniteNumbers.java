package io.pelton.cuda.testing;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Random;

/** Tensors of finite numbers, so that sums of many of them are numbers. */
public final class FiniteNumbers {
  private FiniteNumbers() {}

  public static Tensor next(DType dtype, long... dims) {
    Random random = new Random(Layout.elements(dims));
    double[] numbers =
        random.doubles(Layout.elements(dims), -20, 20).map(x -> x * x * x / 100).toArray();
    return Cpu.evaluate(new Cast(dtype), Tensor.of(numbers, dims));
  }
}
