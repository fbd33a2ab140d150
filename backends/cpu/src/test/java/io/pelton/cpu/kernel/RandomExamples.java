package io.pelton.cpu.kernel;

import static io.pelton.cpu.kernel.RowExample.ROWS;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.RandomKey;
import io.pelton.engine.graph.RandomOp.Bernoulli;
import io.pelton.engine.graph.RandomOp.Dropout;
import io.pelton.engine.graph.RandomOp.Multinomial;
import io.pelton.engine.graph.RandomOp.Normal;
import io.pelton.engine.graph.RandomOp.Uniform;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.stream.Stream;

/** Ops that draw numbers: those of a row are the same whatever follows it. */
final class RandomExamples {
  private RandomExamples() {}

  static Stream<RowExample> of(BindingKey key, RandomTensors tensors) {
    RandomKey draws = RandomKey.of(7);
    DType drawn = key.outputs().get(0);
    return switch (key.kind()) {
      case RANDOM_UNIFORM -> one(new Uniform(draws, drawn, -1, 2), shape());
      case RANDOM_NORMAL -> one(new Normal(draws, drawn, 1, 2), shape());
      case BERNOULLI -> one(new Bernoulli(draws), tensors.packed(key.inputs().get(0), ROWS, 7));
      case MULTINOMIAL ->
          one(new Multinomial(draws, 5, drawn), logarithms(key.inputs().get(0), tensors));
      default ->
          one(
              new Dropout(draws),
              tensors.packed(key.inputs().get(0), ROWS, 7),
              Tensor.of(new float[] {0.5f}),
              Tensor.wrap(DType.BOOL, new byte[] {1}));
    };
  }

  /** Numbers, few of them not finite: bits at random may leave a row none that is. */
  private static Tensor logarithms(DType dtype, RandomTensors tensors) {
    Tensor singles = tensors.packed(DType.F32, ROWS, 7);
    return dtype == DType.F32 ? singles : Cpu.evaluate(new Cast(dtype), singles);
  }

  private static Tensor shape() {
    return Tensor.allocate(DType.F32, ROWS, 7);
  }

  private static Stream<RowExample> one(Op op, Tensor... operands) {
    return Stream.of(RowExample.of(op, operands));
  }
}
