package io.pelton.cuda.kernel.tabular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.FeatureOp.ArrayFeatureExtractor;
import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.FeatureOp.Imputer;
import io.pelton.engine.graph.FeatureOp.LabelEncoder;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.graph.FeatureOp.Scaler;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class ColumnTwinsTest {
  private static final int COLUMNS = 5;

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I64", "I32"})
  void scaled(DType dtype) {
    RandomTensors random = new RandomTensors(1);
    Tensor one = random.packed(DType.F32, 1);
    Tensor each = random.packed(DType.F32, COLUMNS);
    Twins.check(new Scaler(each, one), random.packed(dtype, 61, COLUMNS));
    Twins.check(new Scaler(one, each), random.packed(dtype, 3, 2, COLUMNS));
    Twins.check(new Scaler(each, each), random.packed(dtype, COLUMNS));
    Twins.check(new Scaler(one, one), random.packed(dtype));
    Twins.check(new Scaler(each, each), random.packed(dtype, 0, COLUMNS));
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I64", "I32"})
  void imputed(DType dtype) {
    RandomTensors random = new RandomTensors(2);
    for (double replaced : new double[] {0, 3, Double.NaN, Double.POSITIVE_INFINITY}) {
      if (!dtype.isFloat() && replaced != 3) {
        continue;
      }
      Tensor missing = Cpu.evaluate(new Cast(dtype), Tensor.of(new double[] {replaced}, 1));
      Tensor each = random.packed(dtype, COLUMNS);
      Twins.check(new Imputer(missing, each), random.packed(dtype, 77, COLUMNS));
      Twins.check(new Imputer(missing, random.packed(dtype, 1)), random.packed(dtype, 300));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I64", "I32"})
  void binarized(DType dtype) {
    RandomTensors random = new RandomTensors(3);
    for (float threshold : new float[] {0, -2.5f, 3, 0x1p62f, Float.NaN}) {
      Twins.check(new Binarizer(threshold), random.packed(dtype, 61, COLUMNS));
    }
    Twins.check(
        new Binarizer(0x1p24f),
        Tensor.of(new long[] {1L << 24, (1L << 24) + 1, (1L << 24) - 1}, 3));
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I64", "I32"})
  void normalized(DType dtype) {
    RandomTensors random = new RandomTensors(4);
    for (Norm norm : Norm.values()) {
      Twins.check(new Normalizer(norm), random.packed(dtype, 131, COLUMNS));
      Twins.check(new Normalizer(norm), random.packed(dtype, COLUMNS));
      Twins.check(new Normalizer(norm), Tensor.allocate(dtype, 4, COLUMNS));
      Twins.check(new Normalizer(norm), Tensor.allocate(dtype, 4, 0));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I64", "I32"})
  void joined(DType dtype) {
    RandomTensors random = new RandomTensors(5);
    Tensor wide = random.packed(dtype, 70, 4);
    Tensor narrow = random.packed(dtype, 70, 2);
    Twins.check(new FeatureVectorizer(List.of(3, 5, 0)), wide, narrow, narrow);
    Twins.check(new FeatureVectorizer(List.of(2)), random.packed(dtype, 3));
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I64", "I32"})
  void extracted(DType dtype) {
    RandomTensors random = new RandomTensors(6);
    Tensor indices = Tensor.of(new long[] {4, 0, 0, 2}, 4);
    Twins.check(new ArrayFeatureExtractor(), random.packed(dtype, 90, COLUMNS), indices);
    Twins.check(new ArrayFeatureExtractor(), random.packed(dtype, COLUMNS), indices);
    Tensor outside = Tensor.of(new long[] {1, COLUMNS, -1}, 3);
    refusesAlike(new ArrayFeatureExtractor(), random.packed(dtype, 3, COLUMNS), outside);
  }

  @ParameterizedTest
  @EnumSource(names = {"I64", "I32"})
  void encodedAsOneHot(DType dtype) {
    RandomTensors random = new RandomTensors(7);
    Tensor categories = Tensor.of(new long[] {3, -7, 3, 0, 1L << 40}, 5);
    Twins.check(new OneHotEncoder(categories, true), random.packed(dtype, 60, 3));
    Tensor known = Cpu.evaluate(new Cast(dtype), Tensor.of(new long[] {3, 0, -7, 3}, 2, 2));
    Twins.check(new OneHotEncoder(categories, false), known);
    Tensor unknown = Cpu.evaluate(new Cast(dtype), Tensor.of(new long[] {3, 5, 6, 3}, 2, 2));
    refusesAlike(new OneHotEncoder(categories, false), unknown);
  }

  @Test
  void lookedUp() {
    List<DType> codes = List.of(DType.I64, DType.F32, DType.F64, DType.I32, DType.I16);
    double[] keys = {3, -4, 0, 7, Double.NaN, 3, Double.NEGATIVE_INFINITY, 100};
    for (DType key : codes) {
      Tensor found = Tensor.of(keys, keys.length);
      for (DType value : codes) {
        RandomTensors random = new RandomTensors(List.of(key.name(), value.name()).hashCode());
        LabelEncoder op =
            new LabelEncoder(
                integersAreFinite(key, found),
                random.packed(value, keys.length),
                random.packed(value, 1));
        Twins.check(op, random.packed(key, 300));
        Twins.check(op, integersAreFinite(key, Tensor.of(new double[] {-0.0, 7, 3, 9}, 4)));
      }
    }
  }

  @Test
  void activeRowsOnly() {
    KernelTwins kernels = new KernelTwins(Cuda.device());
    RandomTensors random = new RandomTensors(8);
    Tensor each = random.packed(DType.F32, COLUMNS);
    Tensor categories = Tensor.of(new long[] {3, -7, 0}, 3);
    for (int rows : new int[] {0, 1, 20, 37}) {
      Tensor floats = random.packed(DType.F32, 37, COLUMNS);
      kernels.check(new Scaler(each, each), 37, rows, floats);
      kernels.check(new Imputer(Tensor.of(new float[] {Float.NaN}, 1), each), 37, rows, floats);
      kernels.check(new Normalizer(Norm.L2), 37, rows, floats);
      kernels.check(new FeatureVectorizer(List.of(3, 7)), 37, rows, floats, floats);
      kernels.check(new OneHotEncoder(categories, true), 37, rows, random.packed(DType.I64, 37, 2));
    }
  }

  private static Tensor integersAreFinite(DType dtype, Tensor keys) {
    double[] values = keys.toDoubles();
    if (!dtype.isFloat()) {
      for (int i = 0; i < values.length; i++) {
        values[i] = Double.isFinite(values[i]) ? values[i] : -4;
      }
    }
    return Cpu.evaluate(new Cast(dtype), Tensor.of(values, values.length));
  }

  /** The CPU's error, word by word. */
  private static void refusesAlike(Op op, Tensor... operands) {
    Throwable expected = catchThrowable(() -> Cpu.evaluate(op, operands));
    Throwable found = catchThrowable(() -> runThere(op, operands));
    assertThat(expected).isInstanceOf(InvalidValue.class);
    assertThat(found).isInstanceOf(InvalidValue.class).hasMessage(expected.getMessage());
  }

  private static void runThere(Op op, Tensor... operands) {
    Graph graph = new Graph();
    Map<String, ValueId> ends = new LinkedHashMap<>();
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    List<ValueId> ids = new ArrayList<>();
    for (Tensor operand : operands) {
      String name = "x" + ids.size();
      ids.add(graph.input(name, ValueType.tensor(operand.dtype(), Shape.fixed(operand.dims()))));
      ends.put(name, ids.get(ids.size() - 1));
      inputs.put(name, operand);
    }
    ValueId result = new ValueId(graph.add("node", op, ids), 0);
    NamedGraph named = new NamedGraph("node", graph, ends, Map.of("y", result));
    CompileOptions there = CompileOptions.on(Cuda.devices()).withPlanning(Cuda.onlyThere());
    try (CompiledGraph compiled = CompiledGraph.compile(named, there);
        ExecutableGraph executable = compiled.newExecutable()) {
      executable.run(inputs);
    }
  }
}
