package io.pelton.flink.table.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.error.VectorMismatch;
import java.util.Map;
import java.util.Random;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.binary.BinaryArrayData;
import org.apache.flink.table.data.writer.BinaryArrayWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class VectorRunTest {
  private static final ClassLoader LOADER = VectorRunTest.class.getClassLoader();

  private final Random random = new Random(7);

  private float[] floats(int length) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  private double[] doubles(int length) {
    return random.doubles(length, -1, 1).toArray();
  }

  private static Object once(VectorFormula formula, DType dtype, ArrayData... vectors) {
    try (VectorRun run = new VectorRun(formula, dtype, LOADER)) {
      return run.of(vectors);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 384, 1000})
  void valuesAreThoseOfTheDefinitions(int length) {
    double[] a = doubles(length);
    double[] b = doubles(length);
    double dot = 0;
    double aa = 0;
    double bb = 0;
    double apart = 0;
    for (int i = 0; i < length; i++) {
      dot += a[i] * b[i];
      aa += a[i] * a[i];
      bb += b[i] * b[i];
      apart += (a[i] - b[i]) * (a[i] - b[i]);
    }
    ArrayData left = new GenericArrayData(a);
    ArrayData right = new GenericArrayData(b);
    assertThat((Double) once(VectorFormula.DOT_PRODUCT, DType.F64, left, right))
        .isCloseTo(dot, within(1e-9));
    assertThat((Double) once(VectorFormula.COSINE_SIMILARITY, DType.F64, left, right))
        .isCloseTo(dot / Math.sqrt(aa * bb), within(1e-9));
    assertThat((Double) once(VectorFormula.L2_DISTANCE, DType.F64, left, right))
        .isCloseTo(Math.sqrt(apart), within(1e-9));
    double[] unit = ((ArrayData) once(VectorFormula.L2_NORMALIZE, DType.F64, left)).toDoubleArray();
    for (int i = 0; i < length; i++) {
      assertThat(unit[i]).isCloseTo(a[i] / Math.sqrt(aa), within(1e-9));
    }
  }

  @Test
  void bitsAreThoseOfAGraphOfThatLength() {
    try (VectorRun run = new VectorRun(VectorFormula.DOT_PRODUCT, DType.F32, LOADER)) {
      for (int length : new int[] {5, 384, 17, 384, 5, 1023}) {
        float[] a = floats(length);
        float[] b = floats(length);
        Object found = run.of(new GenericArrayData(a), new GenericArrayData(b));
        assertThat(Float.floatToRawIntBits((Float) found))
            .isEqualTo(Float.floatToRawIntBits(engine(a, b)));
      }
    }
  }

  private static float engine(float[] a, float[] b) {
    Graph graph = new Graph();
    ValueType type = ValueType.tensor(DType.F32, Shape.fixed(a.length));
    ValueId x = graph.input("a", type);
    ValueId y = graph.input("b", type);
    ValueId products = graph.apply("mul", new ElementwiseOp.Binary(OpKind.MUL), x, y);
    ValueId sum =
        graph.apply("sum", new ReduceOp.Reduce(OpKind.REDUCE_SUM, false, false), products);
    NamedGraph named = new NamedGraph("dot", graph, Map.of("a", x, "b", y), Map.of("sum", sum));
    try (CompiledGraph compiled = CompiledGraph.compile(named, CompileOptions.on(null, LOADER));
        ExecutableGraph executable = compiled.newExecutable()) {
      Tensor output =
          (Tensor)
              executable
                  .run(Map.of("a", Tensor.of(a, a.length), "b", Tensor.of(b, b.length)))
                  .get("sum");
      return output.toFloats()[0];
    }
  }

  @Test
  void arraysOfAnyKindGiveTheSameBits() {
    float[] values = floats(384);
    Float[] boxed = new Float[384];
    for (int i = 0; i < values.length; i++) {
      boxed[i] = values[i];
    }
    try (VectorRun run = new VectorRun(VectorFormula.L2_DISTANCE, DType.F32, LOADER)) {
      ArrayData other = new GenericArrayData(floats(384));
      Object plain = run.of(new GenericArrayData(values), other);
      assertThat(run.of(new GenericArrayData(boxed), other)).isEqualTo(plain);
      assertThat(run.of(BinaryArrayData.fromPrimitiveArray(values), other)).isEqualTo(plain);
    }
  }

  @Test
  void vectorsThatComeOutStay() {
    try (VectorRun run = new VectorRun(VectorFormula.L2_NORMALIZE, DType.F32, LOADER)) {
      ArrayData first = (ArrayData) run.of(new GenericArrayData(new float[] {3, 4}));
      run.of(new GenericArrayData(new float[] {1, 0}));
      assertThat(first.toFloatArray()).containsExactly(0.6f, 0.8f);
    }
  }

  @ParameterizedTest
  @EnumSource(VectorFormula.class)
  void ofNullThereIsNull(VectorFormula formula) {
    BinaryArrayData some = new BinaryArrayData();
    BinaryArrayWriter writer = new BinaryArrayWriter(some, 2, Float.BYTES);
    writer.writeFloat(0, 1);
    writer.setNullFloat(1);
    writer.complete();
    checkNulls(formula, some);
    checkNulls(formula, new GenericArrayData(new Float[] {1f, null}));
  }

  private static void checkNulls(VectorFormula formula, ArrayData some) {
    ArrayData whole = new GenericArrayData(new float[] {1, 2});
    try (VectorRun run = new VectorRun(formula, DType.F32, LOADER)) {
      if (formula.operands() == 1) {
        assertThat(run.of(new ArrayData[] {null})).isNull();
        assertThat(run.of(some)).isNull();
        assertThat(run.of(whole)).isNotNull();
      } else {
        assertThat(run.of(whole, null)).isNull();
        assertThat(run.of(null, whole)).isNull();
        assertThat(run.of(whole, some)).isNull();
        assertThat(run.of(some, whole)).isNull();
        assertThat(run.of(whole, whole)).isNotNull();
      }
    }
  }

  @Test
  void emptyVectorsAndZerosAreDefined() {
    ArrayData empty = new GenericArrayData(new float[0]);
    ArrayData zeros = new GenericArrayData(new float[3]);
    ArrayData ones = new GenericArrayData(new float[] {1, 1, 1});
    assertThat(once(VectorFormula.DOT_PRODUCT, DType.F32, empty, empty)).isEqualTo(0f);
    assertThat(once(VectorFormula.L2_DISTANCE, DType.F64, empty, empty)).isEqualTo(0.0);
    assertThat(once(VectorFormula.COSINE_SIMILARITY, DType.F32, empty, empty)).isNull();
    assertThat(((ArrayData) once(VectorFormula.L2_NORMALIZE, DType.F32, empty)).size()).isZero();
    assertThat(once(VectorFormula.COSINE_SIMILARITY, DType.F32, zeros, ones)).isNull();
    assertThat(((ArrayData) once(VectorFormula.L2_NORMALIZE, DType.F32, zeros)).toFloatArray())
        .containsExactly(0, 0, 0);
  }

  @Test
  void vectorsOfDifferentLengthsAreAnError() {
    ArrayData two = new GenericArrayData(new float[2]);
    ArrayData three = new GenericArrayData(new float[3]);
    assertThatThrownBy(() -> once(VectorFormula.COSINE_SIMILARITY, DType.F32, two, three))
        .isInstanceOfSatisfying(
            VectorMismatch.class,
            e -> {
              assertThat(e.function()).isEqualTo("COSINE_SIMILARITY");
              assertThat(e.expected()).isEqualTo(2);
              assertThat(e.found()).isEqualTo(3);
            })
        .hasMessageContaining("expected vectors of one length, found 2 and 3 elements");
  }
}
