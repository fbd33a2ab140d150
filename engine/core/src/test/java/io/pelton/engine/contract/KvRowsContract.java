package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.IncompatibleSource;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.RowOutOfRange;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.executable.KvRows;
import io.pelton.engine.executable.ResidentHandles;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of outputs that are folded into resident handles, and rows that move to other handles. */
public abstract class KvRowsContract extends GraphFixture {
  private static final int FRESH_KEYS = 0;
  private static final int FRESH_VALUES = 1;
  private static final int SEEN_KEYS = 2;
  private static final int SEEN_VALUES = 3;

  private CompiledGraph compiled;

  /**
   * Inputs keys [N, 3] and values [2, M, 2], x [2, 3] and y [2, 2, 2]. Outputs: x and y doubled,
   * whose rows are new, and keys and values negated.
   */
  private NamedGraph caches() {
    Extent two = Extent.fixed(2);
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("keys", input("keys", DType.F32, N, Extent.fixed(3)));
    inputs.put("values", input("values", DType.F32, two, M, two));
    inputs.put("x", input("x", DType.F32, two, Extent.fixed(3)));
    inputs.put("y", input("y", DType.F32, two, two, two));
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    outputs.put("freshKeys", binary(OpKind.ADD, inputs.get("x"), inputs.get("x")));
    outputs.put("freshValues", binary(OpKind.ADD, inputs.get("y"), inputs.get("y")));
    outputs.put("seenKeys", graph.apply("seen", new Unary(OpKind.NEG), inputs.get("keys")));
    outputs.put("seenValues", graph.apply("seen", new Unary(OpKind.NEG), inputs.get("values")));
    return new NamedGraph("caches", graph, inputs, outputs);
  }

  @BeforeEach
  void compileCaches() {
    compiled = compile(caches());
  }

  /** With handles of so many rows. */
  private ExecutableGraph prepared(long rows) {
    ExecutableGraph executable = opened(compiled.newExecutable());
    prepare(executable, rows);
    register(executable);
    return executable;
  }

  private void prepare(ExecutableGraph executable, long rows) {
    handles(executable).prepare("keys", rows, 3);
    handles(executable).prepare("values", 2, rows, 2);
  }

  private void register(ExecutableGraph executable) {
    rows(executable).register("keys", FRESH_KEYS, 0);
    rows(executable).register("values", FRESH_VALUES, 1);
  }

  /** With row {@code i} of both handles from row {@code i % 2} of run {@code i}. */
  private ExecutableGraph filled(int rows) {
    ExecutableGraph executable = prepared(rows);
    for (int row = 0; row < rows; row++) {
      run(executable, 100 * row);
      rows(executable).feedRow(row % 2, row);
    }
    return executable;
  }

  private ResidentHandles handles(ExecutableGraph executable) {
    return capability(executable, ResidentHandles.class);
  }

  private KvRows rows(ExecutableGraph executable) {
    return capability(executable, KvRows.class);
  }

  private float[] read(ExecutableGraph executable, String input) {
    return handles(executable).read(input).toFloats();
  }

  private static void run(ExecutableGraph executable, float from) {
    executable.runSlots(null, null, counted(from, 2, 3), counted(from + 6, 2, 2, 2));
  }

  private static Tensor counted(float from, long... dims) {
    Tensor tensor = Tensor.allocate(DType.F32, dims);
    float[] values = tensor.toFloats();
    for (int i = 0; i < values.length; i++) {
      values[i] = from + i;
    }
    return Tensor.of(values, dims);
  }

  @Test
  void aRowGoesToItsPlaceOnEveryAxisAndTheNextRunSeesIt() {
    ExecutableGraph executable = prepared(3);
    run(executable, 1);
    rows(executable).feedRow(1, 2);
    float[] keys = {0, 0, 0, 0, 0, 0, 8, 10, 12};
    float[] values = {0, 0, 0, 0, 18, 20, 0, 0, 0, 0, 26, 28};
    assertThat(read(executable, "keys")).containsExactly(keys);
    assertThat(read(executable, "values")).containsExactly(values);

    run(executable, 0);
    assertThat(negated(executable, SEEN_KEYS)).containsExactly(keys);
    assertThat(negated(executable, SEEN_VALUES)).containsExactly(values);
    rows(executable).feedRow(0, 0);
    assertThat(read(executable, "keys")).containsExactly(0, 2, 4, 0, 0, 0, 8, 10, 12);
    assertThat(read(executable, "values"))
        .containsExactly(12, 14, 0, 0, 18, 20, 20, 22, 0, 0, 26, 28);
  }

  private static float[] negated(ExecutableGraph executable, int output) {
    float[] values = ((Tensor) executable.output(output)).toFloats();
    for (int i = 0; i < values.length; i++) {
      values[i] = 0 - values[i];
    }
    return values;
  }

  @Test
  void outputsAreReadAsBeforeWhereTheirRowsAreFed() {
    ExecutableGraph executable = prepared(3);
    run(executable, 1);
    assertThat(negated(executable, FRESH_KEYS)).containsExactly(-2, -4, -6, -8, -10, -12);
    Map<String, Tensor> inputs = Map.of("x", counted(1, 2, 3), "y", counted(0, 2, 2, 2));
    assertThat(((Tensor) executable.run(inputs).get("freshKeys")).toFloats())
        .containsExactly(2, 4, 6, 8, 10, 12);
  }

  @Test
  void aRowThatIsNotThereIsRefusedAndNothingIsCopied() {
    ExecutableGraph executable = filled(3);
    handles(executable).prepare("values", 2, 2, 2);
    run(executable, 7);
    float[] keys = read(executable, "keys");
    assertOutOfRange(() -> rows(executable).feedRow(0, 2), "values", 2, 2);
    assertOutOfRange(() -> rows(executable).feedRow(0, 3), "keys", 3, 3);
    assertOutOfRange(() -> rows(executable).feedRow(0, -1), "keys", -1, 3);
    assertOutOfRange(() -> rows(executable).feedRow(2, 0), "freshKeys", 2, 2);
    assertOutOfRange(() -> rows(executable).feedRow(-1, 0), "freshKeys", -1, 2);
    assertThat(read(executable, "keys")).containsExactly(keys);
    assertThat(read(executable, "values")).containsOnly(0);
  }

  private static void assertOutOfRange(Runnable call, String name, long row, long rows) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            RowOutOfRange.class,
            e -> {
              assertThat(e.name()).contains(name);
              assertThat(e.row()).isEqualTo(row);
              assertThat(e.rows()).isEqualTo(rows);
            });
  }

  @Test
  void whatCanNotBeARowIsNotRegistered() {
    ExecutableGraph executable = opened(compiled.newExecutable());
    KvRows rows = rows(executable);
    assertThatThrownBy(() -> rows.register("z", FRESH_KEYS, 0)).isInstanceOf(UnknownName.class);
    assertThatThrownBy(() -> rows.register("keys", 4, 0)).isInstanceOf(UnknownName.class);
    assertThatThrownBy(() -> rows.register("keys", -1, 0)).isInstanceOf(UnknownName.class);
    for (int axis : new int[] {-1, 2}) {
      assertThatThrownBy(() -> rows.register("keys", FRESH_KEYS, axis))
          .as("axis %d", axis)
          .isInstanceOf(InputMismatch.class);
    }
    assertThatThrownBy(() -> rows.register("keys", FRESH_VALUES, 0))
        .isInstanceOf(InputMismatch.class);
  }

  @Test
  void rowsAreFedOnlyAfterARunAndIntoResidentHandles() {
    ExecutableGraph executable = prepared(3);
    assertThatThrownBy(() -> rows(executable).feedRow(0, 0))
        .isInstanceOf(IllegalStateException.class);
    executable.run(
        Map.of(
            "keys", counted(0, 3, 3),
            "values", counted(0, 2, 3, 2),
            "x", counted(0, 2, 3),
            "y", counted(0, 2, 2, 2)));
    capability(executable, Handles.class).unbind("values");
    float[] keys = read(executable, "keys");
    assertThatThrownBy(() -> rows(executable).feedRow(0, 0)).isInstanceOf(UnknownName.class);
    assertThat(read(executable, "keys")).containsExactly(keys);
    executable.close();
    assertThatThrownBy(() -> rows(executable).feedRow(0, 0)).isInstanceOf(ConcurrentUse.class);
  }

  @Test
  void aLargerBucketStartsWithThePrefixAndKeepsItsOwnRows() {
    ExecutableGraph source = filled(3);
    ExecutableGraph target = filled(5);
    float[] own = read(target, "keys");
    float[] ownValues = read(target, "values");
    ExecutableGraph zeros = prepared(5);
    rows(target).seedPrefixFrom(zeros, 4);
    assertThat(read(target, "keys")).startsWith(new float[12]).endsWith(slice(own, 12, 3));

    rows(target).seedPrefixFrom(source, 2);
    assertThat(read(target, "keys"))
        .startsWith(slice(read(source, "keys"), 0, 6))
        .endsWith(slice(own, 12, 3));
    float[] values = read(target, "values");
    for (int outer = 0; outer < 2; outer++) {
      assertThat(slice(values, outer * 10, 4))
          .containsExactly(slice(read(source, "values"), outer * 6, 4));
      assertThat(slice(values, outer * 10 + 4, 4)).containsOnly(0);
      assertThat(slice(values, outer * 10 + 8, 2))
          .containsExactly(slice(ownValues, outer * 10 + 8, 2));
    }
    float[] before = read(target, "keys");
    rows(target).seedPrefixFrom(source, 0);
    assertThat(read(target, "keys")).containsExactly(before);
  }

  @Test
  void aRangeOfRowsIsCopied() {
    ExecutableGraph source = filled(4);
    ExecutableGraph target = prepared(3);
    rows(target).copyRowsFrom(source, 1, 3);
    float[] keys = read(target, "keys");
    assertThat(slice(keys, 0, 3)).containsOnly(0);
    assertThat(slice(keys, 3, 6)).containsExactly(slice(read(source, "keys"), 3, 6));
    float[] values = read(target, "values");
    for (int outer = 0; outer < 2; outer++) {
      assertThat(slice(values, outer * 6, 2)).containsOnly(0);
      assertThat(slice(values, outer * 6 + 2, 4))
          .containsExactly(slice(read(source, "values"), outer * 8 + 2, 4));
    }
    run(target, 0);
    assertThat(negated(target, SEEN_KEYS)).containsExactly(keys);
  }

  @Test
  void copiesAreOfTheirOwn() {
    ExecutableGraph source = filled(2);
    ExecutableGraph target = prepared(4);
    rows(target).seedPrefixFrom(source, 2);
    float[] keys = read(target, "keys");
    run(source, 9);
    rows(source).feedRow(0, 0);
    assertThat(read(target, "keys")).containsExactly(keys);
    source.close();
    assertThat(read(target, "keys")).containsExactly(keys);
    assertThatThrownBy(() -> rows(target).seedPrefixFrom(source, 1))
        .isInstanceOf(ConcurrentUse.class);
  }

  @Test
  void rowsThatEitherSideLacksAreRefused() {
    ExecutableGraph small = filled(2);
    ExecutableGraph large = filled(4);
    float[] before = read(large, "keys");
    assertThatThrownBy(() -> rows(large).seedPrefixFrom(small, 3))
        .isInstanceOfSatisfying(RowOutOfRange.class, e -> assertThat(e.rows()).isEqualTo(2));
    assertThatThrownBy(() -> rows(small).seedPrefixFrom(large, 3))
        .isInstanceOfSatisfying(RowOutOfRange.class, e -> assertThat(e.rows()).isEqualTo(2));
    assertThatThrownBy(() -> rows(large).copyRowsFrom(small, 1, 3))
        .isInstanceOf(RowOutOfRange.class);
    for (long[] range : new long[][] {{-1, 1}, {2, 1}}) {
      assertThatThrownBy(() -> rows(large).copyRowsFrom(small, range[0], range[1]))
          .isInstanceOfAny(RowOutOfRange.class, IllegalArgumentException.class);
    }
    assertThat(read(large, "keys")).containsExactly(before);
  }

  @Test
  void sourcesOfOtherHandlesAreRefused() {
    ExecutableGraph target = filled(3);
    ExecutableGraph unregistered = opened(compiled.newExecutable());
    prepare(unregistered, 3);
    rows(unregistered).register("keys", FRESH_KEYS, 0);
    assertIncompatible(target, unregistered);

    ExecutableGraph alongOther = opened(compiled.newExecutable());
    prepare(alongOther, 2);
    rows(alongOther).register("keys", FRESH_KEYS, 0);
    rows(alongOther).register("values", FRESH_VALUES, 0);
    assertIncompatible(target, alongOther);
    assertIncompatible(target, target);

    ExecutableGraph stranger = executable(network());
    assertIncompatible(target, stranger);
  }

  private void assertIncompatible(ExecutableGraph target, ExecutableGraph source) {
    float[] keys = read(target, "keys");
    assertThatThrownBy(() -> rows(target).seedPrefixFrom(source, 1))
        .isInstanceOf(IncompatibleSource.class);
    assertThat(read(target, "keys")).containsExactly(keys);
  }

  @Test
  void aSourceLiesOnTheSameDevice() {
    DeviceId host = machine().devices().host().id();
    CompileOptions options =
        CompileOptions.on(machine().devices()).withPlanning(PlanOptions.pinnedTo(host));
    ExecutableGraph target = filled(3);
    compiled = opened(CompiledGraph.compile(caches(), options));
    ExecutableGraph onHost = filled(3);
    if (machine().pinned().isHost()) {
      rows(target).seedPrefixFrom(onHost, 3);
      assertThat(read(target, "keys")).containsExactly(read(onHost, "keys"));
      return;
    }
    assertIncompatible(target, onHost);
    assertIncompatible(onHost, target);
  }
}
