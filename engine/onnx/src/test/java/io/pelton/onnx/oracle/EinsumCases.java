package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.text;

import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Einsum of one to three operands, of which some have rows; all results have rows. */
final class EinsumCases implements CaseFamily {
  private static final List<String> LETTERS = List.of("a", "b", "C", "d", "e");

  @Override
  public GeneratedCase make(long seed) {
    Draw draw = new Draw(seed);
    DType dtype = draw.one(DType.F32, DType.F64, DType.I64, DType.I32);
    Map<String, Long> lengths = new LinkedHashMap<>();
    LETTERS.forEach(letter -> lengths.put(letter, (long) draw.between(1, 4)));
    boolean isOpen = draw.chance(0.3);
    int count = draw.between(1, 3);
    TestModel model = TestModel.onnx(draw.one(12L, 13L, 17L));
    Map<String, List<Long>> rows = new LinkedHashMap<>();
    List<String> terms = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Set<String> used = new LinkedHashSet<>();
    for (int i = 0; i < count; i++) {
      boolean hasRows = i == 0 || draw.chance(0.4);
      String name = "x" + i;
      List<String> letters = draw.many(draw.between(0, 3), axis -> draw.one(LETTERS));
      List<Long> dims = new ArrayList<>();
      boolean hasEllipsis = isOpen && (i == 0 || draw.chance(0.6));
      if (hasEllipsis) {
        // the peer wants the same number of axes everywhere
        dims.addAll(List.of(2L, draw.chance(0.8) ? 3L : 1L));
      }
      letters.forEach(letter -> dims.add(lengths.get(letter)));
      used.addAll(letters);
      terms.add((hasRows ? "N" : "") + (hasEllipsis ? "..." : "") + String.join("", letters));
      names.add(name);
      if (hasRows) {
        rows.put(name, dims);
        List<Object> shape = new ArrayList<>(List.of("N"));
        shape.addAll(dims);
        model.input(name, TensorProtos.code(dtype), shape.toArray());
      } else {
        model.initializer(proto(name, tensor(draw, dtype, dims)));
      }
    }
    List<String> kept = draw.sample(draw.below(used.size() + 1), List.copyOf(used));
    String equation =
        String.join(draw.one(",", " , "), terms)
            + "->N"
            + (isOpen ? "..." : "")
            + String.join("", kept);
    model.node("Einsum", String.join(",", names), "y", text("equation", equation)).output("y");
    List<Map<String, Tensor>> batches =
        draw.many(
            3,
            batch -> {
              long size = List.of(5L, 1L, 17L).get(batch);
              Map<String, Tensor> inputs = new HashMap<>();
              rows.forEach(
                  (name, dims) -> {
                    List<Long> shape = new ArrayList<>(List.of(size));
                    shape.addAll(dims);
                    inputs.put(name, tensor(draw, dtype, shape));
                  });
              return inputs;
            });
    return new GeneratedCase("einsum", seed, model.proto(), batches);
  }

  private static TensorProto proto(String name, Tensor tensor) {
    TensorProto.Builder proto =
        TestModel.tensor(name, TensorProtos.code(tensor.dtype()), tensor.dims());
    switch (tensor.dtype()) {
      case F32 -> Arrays.stream(tensor.toDoubles()).forEach(x -> proto.addFloatData((float) x));
      case F64 -> Arrays.stream(tensor.toDoubles()).forEach(proto::addDoubleData);
      case I64 -> Arrays.stream(tensor.toLongs()).forEach(proto::addInt64Data);
      default -> Arrays.stream(tensor.toLongs()).forEach(n -> proto.addInt32Data((int) n));
    }
    return proto.build();
  }

  private static Tensor tensor(Draw draw, DType dtype, List<Long> shape) {
    long[] dims = shape.stream().mapToLong(Long::longValue).toArray();
    int count = 1;
    for (long dim : dims) {
      count *= (int) dim;
    }
    if (!dtype.isFloat()) {
      long[] integers = new long[count];
      for (int i = 0; i < count; i++) {
        integers[i] = draw.between(-9, 9);
      }
      return Tensors.of(dtype, integers, dims);
    }
    double[] numbers = new double[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = dtype == DType.F32 ? draw.normalOrSimple() : draw.normal();
    }
    return Tensors.of(dtype, numbers, dims);
  }
}
