package io.pelton.cpu.kernel.quantize;

import static io.pelton.engine.graph.OpKind.CONV_INTEGER;
import static io.pelton.engine.graph.OpKind.MATMUL_INTEGER;
import static io.pelton.engine.graph.OpKind.QUANTIZED_CONV;
import static io.pelton.engine.graph.OpKind.QUANTIZED_DENSE;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Registers products for both dtypes of either operand, with and without zero points. */
public final class IntegerProductKernels {
  private static final List<DType> BYTES = List.of(DType.U8, DType.I8);

  private IntegerProductKernels() {}

  static void register(HostKernels toHeap, HostKernels kernels) {
    Steps<float[]> steps = Steps.floats(DType.F32);
    registerProducts(toHeap, kernels, IntegerMultiplication.byRows(), steps);
    plain().forEach(key -> toHeap.add(CONV_INTEGER, new ConvIntegerKernel(), DType.I32, key));
    scaled().forEach(key -> kernels.add(QUANTIZED_CONV, new QuantizedConvKernel(), DType.F32, key));
  }

  /**
   * MatMulInteger and QuantizedDense.
   *
   * @param toHeap takes those whose integers go to the heap
   * @param kernels takes those whose floats go anywhere
   * @param steps follow scaled products
   */
  public static void registerProducts(
      HostKernels toHeap,
      HostKernels kernels,
      IntegerMultiplication multiplication,
      Steps<float[]> steps) {
    FixedKernel integers = new MatMulIntegerKernel(multiplication);
    plain().forEach(key -> toHeap.add(MATMUL_INTEGER, integers, DType.I32, key));
    FixedKernel dense = new QuantizedDenseKernel(multiplication, steps);
    scaled().forEach(key -> kernels.add(QUANTIZED_DENSE, dense, DType.F32, key));
  }

  private static List<DType[]> plain() {
    Set<List<DType>> keys = new LinkedHashSet<>();
    for (DType left : BYTES) {
      for (DType right : BYTES) {
        keys.add(distinct(List.of(left, right)));
        keys.add(distinct(List.of(left, right, left)));
        keys.add(distinct(List.of(left, right, left, right)));
      }
    }
    return arrays(keys);
  }

  private static List<DType[]> scaled() {
    Set<List<DType>> keys = new LinkedHashSet<>();
    for (DType left : BYTES) {
      for (DType right : BYTES) {
        addScaled(keys, left, right);
      }
    }
    return arrays(keys);
  }

  /** Either zero point may be absent, and the bias. */
  private static void addScaled(Set<List<DType>> keys, DType left, DType right) {
    for (int given = 0; given < 8; given++) {
      List<DType> key = new ArrayList<>(List.of(left, DType.F32));
      if ((given & 1) != 0) {
        key.add(left);
      }
      key.add(right);
      key.add(DType.F32);
      if ((given & 2) != 0) {
        key.add(right);
      }
      if ((given & 4) != 0) {
        key.add(DType.F32);
      }
      keys.add(distinct(key));
    }
  }

  /** Without repeats of a neighbour, so that no key is registered twice. */
  private static List<DType> distinct(List<DType> dtypes) {
    List<DType> distinct = new ArrayList<>();
    for (DType dtype : dtypes) {
      if (distinct.isEmpty() || distinct.get(distinct.size() - 1) != dtype) {
        distinct.add(dtype);
      }
    }
    return distinct;
  }

  private static List<DType[]> arrays(Set<List<DType>> keys) {
    return keys.stream().map(key -> key.toArray(new DType[0])).toList();
  }
}
