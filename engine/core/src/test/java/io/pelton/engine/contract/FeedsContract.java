package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.HandleFeeds;
import io.pelton.engine.executable.ResidentHandles;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@link HandleFeeds} promises. */
public abstract class FeedsContract extends GraphFixture {
  private static final Tensor X = Tensor.of(new float[] {0, 0, 0}, 1, 3);
  private static final Tensor H = Tensor.of(new float[] {1, 1, 1, 2, 2, 2}, 2, 3);

  @Test
  void anOutputIsTheHandleOfTheNextRun() {
    ExecutableGraph executable = executable(withState());
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", H);
    capability(executable, HandleFeeds.class).feed("h", 1);
    for (int run = 0; run < 5; run++) {
      executable.runSlots(X);
      float sum = 3 << run;
      assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(sum, sum, sum);
    }
    assertThat(residents.read("h").toFloats()).containsExactly(32, 32, 32, 64, 64, 64);
    assertThat(((Tensor) executable.output(1)).toFloats())
        .containsExactly(residents.read("h").toFloats());
  }

  @Test
  void readingOtherOutputsFeedsAllTheSame() {
    ExecutableGraph executable = executable(withState());
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", H);
    capability(executable, HandleFeeds.class).feed("h", 1);
    assertThat(executable.run(Map.of("x", X), 0)).containsOnlyKeys("y");
    assertThat(executable.run(Map.of("x", X), new int[0])).isEmpty();
    assertThat(residents.read("h").toFloats()).containsExactly(4, 4, 4, 8, 8, 8);
    assertThatThrownBy(() -> executable.run(Map.of("x", X), 2))
        .isInstanceOf(UnknownName.class)
        .hasMessage("no output '#2'; known names: [y, z]");
  }

  @Test
  void runAndFeedReadsWhatItFeeds() {
    ExecutableGraph executable = executable(withState());
    HandleFeeds feeds = capability(executable, HandleFeeds.class);
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", H);
    Tensor z = (Tensor) feeds.runAndFeed(Map.of("x", X), "h", 1);
    assertThat(z.toFloats()).containsExactly(2, 2, 2, 4, 4, 4);
    assertThat(residents.read("h").toFloats()).containsExactly(z.toFloats());
    executable.runSlots(X);
    assertThat(z.toFloats()).containsExactly(2, 2, 2, 4, 4, 4);
  }

  @Test
  void anExplicitInputIsFollowedByTheFeed() {
    ExecutableGraph executable = executable(withState());
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", H);
    capability(executable, HandleFeeds.class).feed("h", 1);
    executable.runSlots(X, Tensor.of(new float[] {5, 5, 5, 0, 0, 0}, 2, 3));
    assertThat(residents.read("h").toFloats()).containsExactly(10, 10, 10, 0, 0, 0);
  }

  @Test
  void aFeedStartsAHandleAndEndsWhenItIsRemoved() {
    ExecutableGraph executable = executable(withState());
    HandleFeeds feeds = capability(executable, HandleFeeds.class);
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    feeds.feed("h", 1);
    assertThatThrownBy(() -> executable.runSlots(X)).isInstanceOf(UnknownName.class);
    executable.runSlots(X, H);
    assertThat(residents.isResident("h")).isTrue();
    feeds.remove("h");
    feeds.remove("h");
    executable.runSlots(X);
    assertThat(residents.read("h").toFloats()).containsExactly(2, 2, 2, 4, 4, 4);
  }

  @Test
  void aFailedRunFeedsNothing() {
    ValueId x = input("x", DType.I64, N);
    ValueId h = input("h", DType.F32, Extent.fixed(3));
    ValueId picked = graph.apply("pick", new ShapeOp.Gather(0), h, x);
    ValueId next = binary(OpKind.ADD, h, h);
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("x", x);
    inputs.put("h", h);
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    outputs.put("picked", picked);
    outputs.put("next", next);
    ExecutableGraph executable = executable(new NamedGraph("picking", graph, inputs, outputs));
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", Tensor.of(new float[] {1, 2, 3}, 3));
    capability(executable, HandleFeeds.class).feed("h", 1);
    executable.runSlots(Tensor.of(new long[] {0}, 1));
    assertThatThrownBy(() -> executable.runSlots(Tensor.of(new long[] {7}, 1)))
        .isInstanceOf(io.pelton.engine.error.EngineException.class);
    assertThat(residents.read("h").toFloats()).containsExactly(2, 4, 6);
    executable.runSlots(Tensor.of(new long[] {2}, 1));
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(6);
  }

  /** next [M+1] = h [M] and x [1] behind it. */
  private NamedGraph growing() {
    ValueId h = input("h", DType.I64, M);
    ValueId x = input("x", DType.I64, Extent.fixed(1));
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("h", h);
    inputs.put("x", x);
    ValueId next = graph.apply("append", new ShapeOp.Concat(0), h, x);
    return new NamedGraph("growing", graph, inputs, Map.of("next", next));
  }

  @Test
  void aHandleMayGrow() {
    ExecutableGraph executable = executable(growing());
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", Tensor.of(new long[0], 0));
    capability(executable, HandleFeeds.class).feed("h", 0);
    for (int run = 0; run < 6; run++) {
      executable.runSlots(null, Tensor.of(new long[] {run}, 1));
    }
    assertThat(residents.read("h").toLongs()).containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void onlyLikeFeedsLike() {
    ExecutableGraph executable = executable(withState());
    HandleFeeds feeds = capability(executable, HandleFeeds.class);
    assertThatThrownBy(() -> feeds.feed("g", 0)).isInstanceOf(UnknownName.class);
    assertThatThrownBy(() -> feeds.feed("h", 2))
        .isInstanceOfSatisfying(UnknownName.class, e -> assertThat(e.name()).isEqualTo("#2"));
    ValueId a = input("a", DType.F32, Extent.fixed(2));
    ValueId b = input("b", DType.I64, Extent.fixed(2));
    Map<String, ValueId> ends = new LinkedHashMap<>();
    ends.put("a", a);
    ends.put("b", b);
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    outputs.put("sum", binary(OpKind.ADD, a, a));
    outputs.put("wide", graph.apply("wide", new ShapeOp.Concat(0), a, a));
    outputs.put("other", binary(OpKind.ADD, b, b));
    ExecutableGraph others = executable(new NamedGraph("others", graph, ends, outputs));
    HandleFeeds otherFeeds = capability(others, HandleFeeds.class);
    otherFeeds.feed("a", 0);
    assertThatThrownBy(() -> otherFeeds.feed("a", 1))
        .isInstanceOf(InputMismatch.class)
        .hasMessage("Input 'a': shape of output 'wide' should be [2] but is [4].");
    assertThatThrownBy(() -> otherFeeds.feed("a", 2))
        .isInstanceOf(InputMismatch.class)
        .hasMessage("Input 'a': dtype of output 'other' should be F32 but is I64.");
  }
}
