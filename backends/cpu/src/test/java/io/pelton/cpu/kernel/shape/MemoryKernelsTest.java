package io.pelton.cpu.kernel.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.InPlaceNode;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.graph.GeneratorOp.Alloc;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.MutationOp.Move;
import io.pelton.engine.graph.MutationOp.Release;
import io.pelton.engine.graph.MutationOp.ZeroFill;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryKernelsTest {
  private static final int SEEDS = 8;
  private static final DeviceId CPU = DeviceId.first("cpu");

  @ParameterizedTest
  @EnumSource(value = DType.class, mode = Mode.EXCLUDE, names = "STRING")
  void zeroFillClearsTheTargetOnly(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Tensor memory = tensors.packed(dtype, 4, 5);
      Object[] before = Cpu.elements(memory);
      Object[] zeros = Cpu.elements(Tensor.allocate(dtype, 4, 5));
      assertThat(Cpu.elements(Cpu.evaluate(new ZeroFill(), memory))).isEqualTo(zeros);
      assertThat(Cpu.elements(memory)).isEqualTo(before);

      Layout view = memory.layout().slice(0, 3, 2, -2).slice(1, 1, 3, 1);
      new InPlaceNode(2, new ZeroFill(), new Tensor(memory.storage(), view)).run(1);
      for (int i = 0; i < 3; i++) {
        before[(int) view.position(i)] = zeros[0];
      }
      assertThat(Cpu.elements(memory)).as("seed %d", seed).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void moveOnOneDeviceIsAnAlias(DType dtype) {
    Tensor x = new RandomTensors(7).packed(dtype, 3, 2);
    Object[] before = Cpu.elements(x);
    Tensor moved = new InPlaceNode(new Move(CPU), x).run();
    assertThat(moved.storage()).isSameAs(x.storage());
    assertThat(Cpu.elements(moved)).isEqualTo(before);
    assertThat(Cpu.elements(Cpu.evaluate(new Move(CPU), x))).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void releaseLeavesAnEmptyToken(DType dtype) {
    Tensor x = new RandomTensors(7).packed(dtype, 3, 2);
    Object[] before = Cpu.elements(x);
    Tensor token = Cpu.evaluate(new Release(), x);
    assertThat(token.dims()).containsExactly(0);
    assertThat(token.dtype()).isEqualTo(dtype);
    assertThat(Cpu.elements(x)).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8"})
  void iotaCountsAlongItsAxis(DType dtype) {
    Shape shape = Shape.fixed(2, 120, 9);
    for (int axis = -3; axis < 3; axis++) {
      Tensor counted = Cpu.evaluate(new Iota(dtype, shape, axis));
      double[] found = counted.toDoubles();
      for (int i = 0; i < found.length; i++) {
        int[] index = {i / 9 / 120, i / 9 % 120, i % 9};
        assertThat(found[i]).isEqualTo(index[Math.floorMod(axis, 3)]);
      }
    }
  }

  @Test
  void iotaOfSymbolsNeedsThemBound() {
    SymbolId symbol = new SymbolId("length");
    Iota iota = new Iota(DType.I64, Shape.of(Extent.symbolic(symbol)), 0);
    assertThat(iota.symbols()).containsExactly(symbol);
    assertThatThrownBy(() -> Cpu.evaluate(iota))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("symbols [length] should stand for numbers by now");
    Tensor counted = Cpu.evaluate(iota.bind(id -> OptionalLong.of(3)));
    assertThat(counted.toLongs()).containsExactly(0, 1, 2);
    assertThat(iota.bind(id -> OptionalLong.empty())).isEqualTo(iota);
  }

  @Test
  void iotaRefusesWhatItCantCount() {
    assertThatThrownBy(() -> Cpu.evaluate(new Iota(DType.BOOL, Shape.fixed(2), 0)))
        .isInstanceOfSatisfying(InvalidOp.class, e -> assertThat(e.op()).isEqualTo("Iota"))
        .hasMessageContaining("is not defined for BOOL");
    assertThatThrownBy(() -> Cpu.evaluate(new Iota(DType.I64, Shape.fixed(2), 1)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("axis 1 is outside of [-1, 0]");
    assertThatThrownBy(() -> Cpu.evaluate(new Iota(DType.I4, Shape.fixed(2), 0)))
        .isInstanceOfSatisfying(
            NoBackendForOp.class,
            e -> assertThat(e.supportedCombinations().get("cpu")).contains("->I64"));
  }

  @Test
  void allocHasTheShapeAskedFor() {
    for (DType dtype : DType.values()) {
      Alloc alloc = new Alloc(dtype, Shape.fixed(3, 5));
      if (dtype == DType.STRING) {
        assertThatThrownBy(() -> Cpu.evaluate(alloc))
            .isInstanceOf(InvalidOp.class)
            .hasMessageContaining("strings can't be written in place");
      } else {
        assertThat(Cpu.evaluate(alloc).dims()).containsExactly(3, 5);
        assertThat(Cpu.evaluate(alloc).dtype()).isEqualTo(dtype);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {
        "BOOL", "F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8"
      })
  void nonZeroIndicesAreCountedAndPadded(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Tensor x = tensors.next(dtype, 3, 31, 14);
      List<int[]> expected = new ArrayList<>();
      double[] elements = x.toDoubles();
      for (int i = 0; i < elements.length; i++) {
        if (elements[i] != 0) {
          expected.add(new int[] {i / 14 / 31, i / 14 % 31, i % 14});
        }
      }
      Value[] found =
          new Evaluator(Cpu.BACKEND, new Prepared())
              .evaluate("node", new NonZeroIndices(new SymbolId("count")), new Value[] {x});
      assertThat(((Tensor) found[1]).toLongs()).containsExactly(expected.size());
      assertThat(((Tensor) found[1]).layout().rank()).isZero();
      Tensor indices = (Tensor) found[0];
      assertThat(indices.dims()).containsExactly(3, elements.length);
      long[] flat = indices.toLongs();
      for (int i = 0; i < flat.length; i++) {
        int column = i % elements.length;
        int index = column < expected.size() ? expected.get(column)[i / elements.length] : 0;
        assertThat(flat[i]).as("element %d, seed %d", i, seed).isEqualTo(index);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {0f, -0f, 2f, Float.NaN})
  void aScalarHasNoIndicesButACount(float value) {
    Value[] found =
        new Evaluator(Cpu.BACKEND, new Prepared())
            .evaluate(
                "node",
                new NonZeroIndices(new SymbolId("count")),
                new Value[] {Tensor.of(new float[] {value})});
    assertThat(((Tensor) found[0]).dims()).containsExactly(0, 1);
    assertThat(((Tensor) found[1]).toLongs()).containsExactly(value == 0 ? 0 : 1);
  }

  @Test
  void stringsAreNotWrittenInPlace() {
    Tensor text = Tensor.of(new String[] {"a"}, 1);
    assertThatThrownBy(() -> Cpu.evaluate(new ZeroFill(), text))
        .isInstanceOfSatisfying(InvalidOp.class, e -> assertThat(e.op()).isEqualTo("ZeroFill"))
        .hasMessageContaining("strings can't be written in place");
    assertThatThrownBy(() -> Cpu.evaluate(new NonZeroIndices(new SymbolId("count")), text))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("is not defined for STRING");
  }
}
