package io.pelton.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.RowNode;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** In each case only row 2 of 4 holds a value that the op must refuse. */
class RefusedRowsTest {
  static Stream<Arguments> cases() {
    Tensor ones = Tensor.of(new long[] {1, 1}, 2);
    Tensor divisors = Tensor.of(new long[] {1, 2, 3, 4, 5, 0, 7, 8}, 4, 2);
    Tensor texts = Tensor.of(new String[] {"1", "-2.5", "abc", "4"}, 4);
    Tensor table = Tensor.of(new float[] {1, 2, 3}, 3);
    Tensor indices = Tensor.of(new int[] {0, -3, 2, 1, 0, -4, 1, 1}, 4, 2);
    return Stream.of(
        Arguments.of(
            new Binary(OpKind.DIV),
            Set.of(1),
            List.of(ones, divisors),
            "divides an integer by zero"),
        Arguments.of(new Cast(DType.F32), Set.of(0), List.of(texts), "can't cast \"abc\" to"),
        Arguments.of(
            new Gather(0), Set.of(1), List.of(table, indices), "index -4 is outside of [-3, 2]"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theErrorNamesTheRow(Op op, Set<Integer> rowOperands, List<Tensor> operands, String reason) {
    RowNode node = new RowNode(op, 4, rowOperands, operands);
    assertThatThrownBy(() -> node.run(0, 4))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(2))
        .hasMessageContaining("'node' (" + op.label() + "), row 2")
        .hasMessageContaining(reason);
    node.run(0, 2);
    node.run(3, 1);
  }
}
