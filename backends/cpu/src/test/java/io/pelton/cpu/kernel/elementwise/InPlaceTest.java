package io.pelton.cpu.kernel.elementwise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.InPlaceNode;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.MutationOp.InPlace;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InPlaceTest {
  @Test
  void everyUnaryGivesTheSameBitsInPlace() {
    Set<OpKind> compared = EnumSet.noneOf(OpKind.class);
    for (OpKind kind : OpKind.values()) {
      for (DType dtype : DType.values()) {
        if (isUnary(kind, dtype)) {
          compare(kind, dtype);
          compared.add(kind);
        }
      }
    }
    assertThat(compared).contains(OpKind.NOT, OpKind.RELU, OpKind.SIGMOID, OpKind.TANH);
  }

  private static boolean isUnary(OpKind kind, DType dtype) {
    boolean isKnown =
        !Cpu.BACKEND
            .table()
            .lookup(new BindingKey(kind, List.of(dtype), List.of(dtype), Cpu.BACKEND.name()))
            .isEmpty();
    if (!isKnown) {
      return false;
    }
    try {
      Cpu.evaluate(new Unary(kind), Tensor.allocate(dtype, 1));
      return true;
    } catch (InvalidOp e) {
      return false;
    }
  }

  private static void compare(OpKind kind, DType dtype) {
    Tensor x = new RandomTensors(3).packed(dtype, 5, 700);
    Object[] before = Cpu.elements(x);
    Object[] expected = Cpu.elements(Cpu.evaluate(new Unary(kind), x));
    Tensor pure = Cpu.evaluate(new InPlace(kind), x);
    assertThat(Cpu.elements(pure)).as("%s of %s", kind, dtype).isEqualTo(expected);
    assertThat(Cpu.elements(x)).isEqualTo(before);

    Tensor inPlace = new InPlaceNode(5, new InPlace(kind), x).run(3);
    System.arraycopy(before, 3 * 700, expected, 3 * 700, 2 * 700);
    assertThat(Cpu.elements(inPlace)).as("%s of %s", kind, dtype).isEqualTo(expected);
  }

  @Test
  void whatIsNotUnaryIsRefused() {
    Tensor x = Tensor.of(new float[] {1}, 1);
    assertThatThrownBy(() -> Cpu.evaluate(new InPlace(OpKind.ADD), x))
        .isInstanceOfSatisfying(InvalidOp.class, e -> assertThat(e.op()).isEqualTo("InPlaceAdd"))
        .hasMessageContaining("ADD is not a unary op");
    assertThatThrownBy(() -> Cpu.evaluate(new InPlace(OpKind.NOT), x))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("is not defined for F32");
  }
}
