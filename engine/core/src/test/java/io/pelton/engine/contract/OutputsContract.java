package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.RowOutOfRange;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.OutputRows;
import io.pelton.engine.executable.OutputSlot;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How outputs are read: whole, in part, by row. */
public abstract class OutputsContract extends GraphFixture {
  private static final Tensor X = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
  private static final Tensor H = Tensor.of(new float[] {1, 2, 3, 10, 20, 30}, 2, 3);

  @Test
  void aSubsetIsRead() {
    ExecutableGraph executable = executable(withState());
    Map<String, Tensor> inputs = Map.of("x", X, "h", H);
    assertThat(executable.run(inputs)).containsOnlyKeys("y", "z");
    assertThat(executable.run(inputs, 1)).containsOnlyKeys("z");
    assertThat(((Tensor) executable.run(inputs, 1, 0).get("y")).toFloats())
        .containsExactly(12, 24, 36, 15, 27, 39);
    assertThat(((Tensor) executable.output(1)).toFloats()).containsExactly(2, 4, 6, 20, 40, 60);
    executable.run(inputs, new int[0]);
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(12, 24, 36, 15, 27, 39);
    assertThatThrownBy(() -> executable.run(inputs, -1)).isInstanceOf(UnknownName.class);
  }

  @Test
  void aRowIsRead() {
    ExecutableGraph executable = executable(withState());
    OutputRows rows = capability(executable, OutputRows.class);
    assertThatThrownBy(() -> rows.readRow(0, 0)).isInstanceOf(IllegalStateException.class);
    executable.runSlots(X, H);
    Tensor row = rows.readRow(0, 1);
    assertThat(row.dims()).containsExactly(3);
    assertThat(row.toFloats()).containsExactly(15, 27, 39);
    executable.run(Map.of("x", X, "h", H), 0);
    assertThat(rows.readRow(1, 1).toFloats()).containsExactly(20, 40, 60);
    executable.runSlots(Tensor.of(new float[3], 1, 3), H);
    assertThat(row.toFloats()).containsExactly(15, 27, 39);
    assertThatThrownBy(() -> rows.readRow(0, 1))
        .isInstanceOfSatisfying(
            RowOutOfRange.class,
            e -> {
              assertThat(e.name()).isEqualTo("y");
              assertThat(e.row()).isEqualTo(1);
              assertThat(e.rows()).isEqualTo(1);
            });
    assertThatThrownBy(() -> rows.readRow(2, 0)).isInstanceOf(UnknownName.class);
  }

  @Test
  void outputsThatAreNotThereAreNamed() {
    ExecutableGraph executable = executable(withState());
    executable.runSlots(X, H);
    for (int index : new int[] {-1, 2}) {
      assertThatThrownBy(() -> executable.output(index))
          .isInstanceOf(UnknownName.class)
          .hasMessage("no output '#" + index + "'; known names: [y, z]");
      assertThatThrownBy(() -> executable.slot(index)).isInstanceOf(UnknownName.class);
    }
  }

  @Test
  void slotsAreContiguousWhateverTheStridesOfTheInputThatTheyAre() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    ExecutableGraph executable = executable(named(x, "x", x));
    Tensor rows = Tensor.of(new float[] {1, 2, 3, 4}, 4);
    Layout byColumn = Layout.of(new long[] {2, 2}, new long[] {1, 2}, 0);
    executable.runSlots(new Tensor(rows.storage(), byColumn));
    OutputSlot slot = executable.slot(0);
    assertThat(slot.length()).isEqualTo(4);
    Layout contiguous = Layout.of(new long[] {4}, new long[] {1}, slot.offset());
    assertThat(new Tensor(slot.storage(), contiguous).toFloats()).containsExactly(1, 3, 2, 4);
  }

  @Test
  void whatWasReadIsNotWrittenAgain() {
    ExecutableGraph executable = executable(withState());
    Tensor z = (Tensor) executable.run(Map.of("x", X, "h", H), 1).get("z");
    executable.run(Map.of("x", X, "h", Tensor.of(new float[6], 2, 3)));
    assertThat(z.toFloats()).containsExactly(2, 4, 6, 20, 40, 60);
  }
}
