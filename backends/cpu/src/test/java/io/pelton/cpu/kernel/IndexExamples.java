package io.pelton.cpu.kernel;

import static io.pelton.cpu.kernel.RowExample.ROWS;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.IndexOp.Combination;
import io.pelton.engine.graph.IndexOp.GatherElements;
import io.pelton.engine.graph.IndexOp.GatherSlices;
import io.pelton.engine.graph.IndexOp.ScatterElements;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/** Nodes with rows that read or write elements by indices. */
final class IndexExamples {
  private final DType dtype;
  private final DType indexType;
  private final RandomTensors tensors;

  private IndexExamples(BindingKey key, RandomTensors tensors) {
    this.dtype = key.outputs().get(0);
    this.indexType =
        key.inputs().contains(DType.I32) && dtype != DType.I32
            ? DType.I32
            : key.inputs().contains(DType.I64) ? DType.I64 : DType.I32;
    this.tensors = tensors;
  }

  static Stream<RowExample> of(BindingKey key, RandomTensors tensors) {
    IndexExamples examples = new IndexExamples(key, tensors);
    return switch (key.kind()) {
      case GATHER_ELEMENTS -> examples.elements();
      case GATHER_SLICES -> examples.slices();
      case SCATTER_ELEMENTS -> examples.scattered();
      default -> Stream.empty();
    };
  }

  private Stream<RowExample> elements() {
    return Stream.of(
        RowExample.of(
            new GatherElements(-1),
            Set.of(0, 1),
            tensors.packed(dtype, ROWS, 4, 3),
            indices(3, ROWS, 3, 5)),
        RowExample.of(
            new GatherElements(0), Set.of(1), tensors.packed(dtype, 4, 5), indices(4, ROWS, 3)));
  }

  private Stream<RowExample> slices() {
    return Stream.of(
        RowExample.of(
            new GatherSlices(1),
            Set.of(0, 1),
            tensors.packed(dtype, ROWS, 4, 3),
            indices(4, ROWS, 2, 1)),
        RowExample.of(
            new GatherSlices(0), Set.of(1), tensors.packed(dtype, 3, 4, 2), indices(3, ROWS, 2)));
  }

  private Stream<RowExample> scattered() {
    boolean isNumber = dtype.isNumeric() && dtype.bits() >= Byte.SIZE && isComputed();
    return Arrays.stream(Combination.values())
        .filter(combination -> combination == Combination.REPLACE || isNumber)
        .map(
            combination ->
                RowExample.of(
                    new ScatterElements(1, combination),
                    Set.of(0, 1, 2),
                    tensors.packed(dtype, ROWS, 4, 3),
                    indices(4, ROWS, 5, 2),
                    tensors.packed(dtype, ROWS, 5, 2)));
  }

  private boolean isComputed() {
    return dtype.isInteger()
        || dtype == DType.F64
        || dtype == DType.F32
        || dtype == DType.F16
        || dtype == DType.BF16;
  }

  private Tensor indices(int length, long... dims) {
    long[] values = new long[Cpu.count(dims)];
    Arrays.setAll(values, i -> tensors.random().nextInt(2 * length) - length);
    Tensor wide = Tensor.of(values, dims);
    return indexType == DType.I32 ? Cpu.evaluate(new Cast(DType.I32), wide) : wide;
  }
}
