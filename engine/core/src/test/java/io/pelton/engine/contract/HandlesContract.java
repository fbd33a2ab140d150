package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.executable.ResidentHandles;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@link Handles} and {@link ResidentHandles} promise. */
public abstract class HandlesContract extends GraphFixture {
  private static final Tensor X = Tensor.of(new float[] {1, 2, 3}, 1, 3);
  private static final Tensor H = Tensor.of(new float[] {1, 2, 3, 10, 20, 30}, 2, 3);

  private static float[] y(ExecutableGraph executable, Map<String, Tensor> inputs) {
    return ((Tensor) executable.run(inputs).get("y")).toFloats();
  }

  @Test
  void aBoundInputMayBeLeftOut() {
    ExecutableGraph executable = executable(withState());
    Handles handles = capability(executable, Handles.class);
    assertThatThrownBy(() -> executable.run(Map.of("x", X)))
        .isInstanceOf(UnknownName.class)
        .hasMessageContaining("missing input 'h'");
    handles.bind("h", H);
    assertThat(handles.isBound("h")).isTrue();
    assertThat(y(executable, Map.of("x", X))).containsExactly(12, 24, 36);
    executable.runSlots(X);
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(12, 24, 36);
    executable.runSlots(X, null);
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(12, 24, 36);
    handles.unbind("h");
    handles.unbind("h");
    assertThat(handles.isBound("h")).isFalse();
    assertThatThrownBy(() -> executable.runSlots(X)).isInstanceOf(UnknownName.class);
  }

  @Test
  void anExplicitInputCountsForOneRun() {
    ExecutableGraph executable = executable(withState());
    Handles handles = capability(executable, Handles.class);
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    Tensor zeros = Tensor.of(new float[6], 2, 3);
    for (boolean isResident : new boolean[] {false, true}) {
      if (isResident) {
        residents.bind("h", H);
      } else {
        handles.bind("h", H);
      }
      assertThat(y(executable, Map.of("x", X, "h", zeros))).containsExactly(1, 2, 3);
      assertThat(y(executable, Map.of("x", X))).containsExactly(12, 24, 36);
      assertThat(handles.read("h").toFloats()).containsExactly(H.toFloats());
    }
  }

  @Test
  void aHandleIsACopy() {
    ExecutableGraph executable = executable(withState());
    Handles handles = capability(executable, Handles.class);
    float[] data = {0, 0, 1, 10, 2, 20, 3, 30};
    Layout byColumn = Layout.of(new long[] {2, 3}, new long[] {1, 2}, 2);
    handles.bind("h", new Tensor(HeapStorage.wrap(DType.F32, data, 0, 8), byColumn));
    java.util.Arrays.fill(data, -1);
    assertThat(y(executable, Map.of("x", X))).containsExactly(12, 24, 36);
    Tensor read = handles.read("h");
    ((HeapStorage) read.storage()).floats()[0] = 99;
    assertThat(handles.read("h").toFloats()).containsExactly(H.toFloats());
  }

  @Test
  void wrongHandlesAreRefusedAndNothingChanges() {
    ExecutableGraph executable = executable(withState());
    Handles handles = capability(executable, Handles.class);
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    handles.bind("h", H);
    assertThatThrownBy(() -> handles.bind("g", H))
        .isInstanceOfSatisfying(UnknownName.class, e -> assertThat(e.name()).isEqualTo("g"));
    assertThatThrownBy(() -> handles.bind("h", Tensor.of(new double[6], 2, 3)))
        .isInstanceOf(InputMismatch.class)
        .hasMessage("Input 'h': dtype should be F32 but is F64.");
    assertThatThrownBy(() -> residents.bind("h", Tensor.of(new float[6], 3, 2)))
        .isInstanceOf(InputMismatch.class)
        .hasMessageContaining("axis 0 of shape [2,3] should be 2 but is 3");
    assertThatThrownBy(() -> residents.prepare("h", 2, 4)).isInstanceOf(InputMismatch.class);
    assertThatThrownBy(() -> residents.read("h"))
        .isInstanceOf(UnknownName.class)
        .hasMessageContaining("nothing is resident for input 'h'");
    assertThatThrownBy(() -> handles.read("x"))
        .isInstanceOf(UnknownName.class)
        .hasMessage("nothing is bound to input 'x'; known names: [h]");
    assertThat(handles.read("h").toFloats()).containsExactly(H.toFloats());
  }

  @Test
  void residentContentsAreUploadedOnce() {
    ExecutableGraph executable = executable(withState());
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    assertThat(residents.device()).isEqualTo(machine().device());
    residents.bind("h", H);
    assertThat(residents.isResident("h")).isFalse();
    long bound = residents.allocation("h");
    residents.stage();
    assertThat(residents.isResident("h")).isTrue();
    long staged = residents.allocation("h");
    assertThat(staged).isNotEqualTo(bound);
    residents.stage();
    assertThat(y(executable, Map.of("x", X))).containsExactly(12, 24, 36);
    assertThat(y(executable, Map.of("x", X))).containsExactly(12, 24, 36);
    assertThat(residents.allocation("h")).isEqualTo(staged);
    assertThat(residents.read("h").toFloats()).containsExactly(H.toFloats());
    assertThat(residents.readRow("h", 1).toFloats()).containsExactly(10, 20, 30);
    assertThatThrownBy(() -> residents.readRow("h", 2))
        .hasMessage("'h' has no row 2: it has 2 rows, from 0 on.");
    assertThatThrownBy(() -> residents.readRow("h", -1))
        .isInstanceOf(io.pelton.engine.error.RowOutOfRange.class);
  }

  @Test
  void aRunUploadsWhatIsBound() {
    ExecutableGraph executable = executable(withState());
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", H);
    executable.runSlots(X);
    assertThat(residents.isResident("h")).isTrue();
  }

  @Test
  void preparedContentsAreZero() {
    ExecutableGraph executable = executable(withState());
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", H);
    executable.runSlots(X);
    residents.prepare("h", 2, 3);
    assertThat(residents.isResident("h")).isTrue();
    assertThat(residents.read("h").toFloats()).containsOnly(0);
    assertThat(y(executable, Map.of("x", X))).containsExactly(1, 2, 3);
  }

  @Test
  void bindingOnTheHostEndsResidency() {
    ExecutableGraph executable = executable(withState());
    Handles handles = capability(executable, Handles.class);
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", H);
    residents.stage();
    handles.bind("h", Tensor.of(new float[] {1, 1, 1, 1, 1, 1}, 2, 3));
    assertThat(residents.isResident("h")).isFalse();
    assertThat(y(executable, Map.of("x", X))).containsExactly(3, 4, 5);
    assertThat(residents.isResident("h")).isFalse();
  }

  @Test
  void anyNumberOfRowsMayBeBound() {
    ExecutableGraph executable = executable(withState());
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    for (int rows : new int[] {1, 3, 33, 0, 2}) {
      residents.bind("x", Tensor.of(new float[3 * rows], rows, 3));
      executable.runSlots(null, H);
      Tensor y = (Tensor) executable.output(0);
      assertThat(y.dims()).containsExactly(rows, 3);
      for (int row = 0; row < rows; row++) {
        assertThat(slice(y.toFloats(), 3 * row, 3)).containsExactly(11, 22, 33);
      }
    }
  }

  /** state [4,3] with row [1,3] written at the index that a scalar says. */
  private NamedGraph writing() {
    ValueId state = input("state", DType.F32, Extent.fixed(4), Extent.fixed(3));
    ValueId row = input("row", DType.F32, Extent.fixed(1), Extent.fixed(3));
    ValueId at = input("at", DType.I64);
    graph.markSession(state);
    ValueId written =
        graph.apply("write", new WriteSlice(0, DynScalar.of(0), false), state, row, at);
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("state", state);
    inputs.put("row", row);
    inputs.put("at", at);
    return new NamedGraph("writing", graph, inputs, Map.of("written", written));
  }

  @Test
  void sessionStateIsWrittenWhereItIsResident() {
    ExecutableGraph executable = executable(writing());
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.prepare("state", 4, 3);
    long allocation = residents.allocation("state");
    for (int at = 0; at < 4; at++) {
      Tensor row = Tensor.of(new float[] {at, 10 * at, 100 * at}, 1, 3);
      executable.runSlots(null, row, Tensor.of(new long[] {at}));
    }
    assertThat(residents.allocation("state")).isEqualTo(allocation);
    assertThat(residents.read("state").toFloats())
        .containsExactly(0, 0, 0, 1, 10, 100, 2, 20, 200, 3, 30, 300);
    assertThat(((Tensor) executable.output(0)).toFloats())
        .containsExactly(residents.read("state").toFloats());
  }

  @Test
  void handlesAreForOneThreadAndEndWithTheExecutable() {
    ExecutableGraph executable = executable(withState());
    Handles handles = capability(executable, Handles.class);
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", H);
    residents.stage();
    assertThat(executable.statistics().arenaBytes()).isGreaterThanOrEqualTo(24);
    executable.close();
    assertThat(executable.statistics().arenaBytes()).isZero();
    assertThatThrownBy(() -> handles.bind("h", H))
        .isInstanceOf(ConcurrentUse.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> residents.read("h")).isInstanceOf(ConcurrentUse.class);
    assertThatThrownBy(() -> residents.prepare("h", 2, 3)).isInstanceOf(ConcurrentUse.class);
  }
}
