package io.pelton.cpu.control;

import static io.pelton.cpu.control.Model.floats;
import static io.pelton.cpu.control.Model.unranked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.error.IterationMismatch;
import io.pelton.engine.graph.ControlOp.Scan;
import io.pelton.engine.graph.ControlOp.ScanAxis;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScanTest {
  private static final ScanAxis FIRST = new ScanAxis(0, false);

  /** Running sums of the slices, beside the sum of all; adds a captured number each time. */
  private static Scan sums(ScanAxis input, ScanAxis output) {
    Model body =
        new Model()
            .input(unranked(DType.F32))
            .input(unranked(DType.F32))
            .input(unranked(DType.F32));
    Binary add = new Binary(OpKind.ADD);
    ValueId sum = body.apply(add, body.apply(add, body.in(0), body.in(1)), body.in(2));
    return new Scan(body.output(sum, sum).named(), List.of(input), List.of(output));
  }

  @Test
  void statesGoFromSliceToSlice() {
    Tensor x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2);
    List<Tensor> found = Model.run(sums(FIRST, FIRST), floats(0, 0), x, floats(10));
    assertThat(found.get(0).toFloats()).containsExactly(39, 42);
    assertThat(found.get(1).dims()).containsExactly(3, 2);
    assertThat(found.get(1).toFloats()).containsExactly(11, 12, 24, 26, 39, 42);
  }

  @Test
  void directionsTurnSlicesAndResultsAround() {
    Tensor x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2);
    Scan op = sums(new ScanAxis(0, true), new ScanAxis(-1, true));
    List<Tensor> found = Model.run(op, floats(0, 0), x, floats(0));
    assertThat(found.get(0).toFloats()).containsExactly(9, 12);
    assertThat(found.get(1).dims()).containsExactly(2, 3);
    assertThat(found.get(1).toFloats()).containsExactly(9, 8, 5, 12, 10, 6);
  }

  /** Slices go in along one axis and come out along another, as they are. */
  @ParameterizedTest
  @EnumSource(DType.class)
  void slicesOfEveryDtypeAreMoved(DType dtype) {
    RandomTensors random = new RandomTensors(11);
    for (int axis = 0; axis < 3; axis++) {
      Model body = new Model().input(unranked(dtype));
      body.output(body.in(0));
      Scan op =
          new Scan(
              body.named(), List.of(new ScanAxis(axis, true)), List.of(new ScanAxis(1, axis == 2)));
      Tensor whole = random.next(dtype, 4, 5, 3);
      Tensor found = Model.run(op, whole).get(0);
      Layout moved = whole.layout();
      long length = moved.dim(axis);
      // one that is backward both ways is forward
      moved = axis == 2 ? moved : moved.slice(axis, length - 1, length, -1);
      int[][] orders = {{1, 0, 2}, {0, 1, 2}, {0, 2, 1}};
      Tensor expected = new Tensor(whole.storage(), moved.permute(orders[axis]));
      assertThat(found.dims()).containsExactly(expected.dims());
      assertThat(Cpu.elements(found)).isEqualTo(Cpu.elements(expected));
    }
  }

  @Test
  void severalInputsAreScannedTogether() {
    Model body = new Model().input(unranked(DType.F32)).input(unranked(DType.F32));
    body.output(body.apply(new Binary(OpKind.MUL), body.in(0), body.in(1)));
    Scan op = new Scan(body.named(), List.of(FIRST, new ScanAxis(0, true)), List.of(FIRST));
    assertThat(Model.run(op, floats(1, 2, 3), floats(4, 5, 6)).get(0).toFloats())
        .containsExactly(6, 10, 12);
    assertThatThrownBy(() -> Model.run(op, floats(1, 2, 3), floats(4, 5)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("scanned axes should have one length but have 3 and 2");
  }

  @Test
  void nothingIsScannedWhereThereIsNothing() {
    Model body = new Model().input(unranked(DType.F32));
    body.input(ValueType.tensor(DType.F32, Shape.fixed(2)));
    ValueId sum = body.apply(new Binary(OpKind.ADD), body.in(0), body.in(1));
    Scan op =
        new Scan(
            body.output(sum, body.in(1)).named(), List.of(FIRST), List.of(new ScanAxis(1, false)));
    Tensor state = floats(7, 8);
    List<Tensor> found = Model.run(op, state, Tensor.of(new float[0], 0, 2));
    assertThat(found.get(0).toFloats()).containsExactly(7, 8);
    assertThat(found.get(0).storage()).isNotSameAs(state.storage());
    assertThat(found.get(1).dims()).containsExactly(2, 0);
  }

  @Test
  void statesKeepTheirShapes() {
    Model body = new Model().input(unranked(DType.F32)).input(unranked(DType.F32));
    ValueId grown = body.apply(new Concat(0), body.in(0), body.in(1));
    Scan op = new Scan(body.output(grown).named(), List.of(FIRST), List.of());
    assertThatThrownBy(() -> Model.run(op, floats(1), Tensor.of(new float[4], 2, 2)))
        .isInstanceOfSatisfying(
            IterationMismatch.class,
            e -> {
              assertThat(e.op()).isEqualTo("Scan");
              assertThat(e.iteration()).isZero();
              assertThat(e.value()).isEqualTo("out0");
              assertThat(e.expected()).isEqualTo("F32[1]");
              assertThat(e.found()).isEqualTo("F32[3]");
            });
  }

  @Test
  void scannedValuesHaveTheAxis() {
    Scan op = sums(new ScanAxis(1, false), FIRST);
    assertThatThrownBy(() -> Model.run(op, floats(1), floats(1), floats(1)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("axis 1 is outside of F32[1]");
  }
}
