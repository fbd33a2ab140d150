package io.pelton.flink.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.TestModels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarmUpTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long MILLI = 1_000_000;

  @TempDir Path folder;

  /** Time passes by runs alone: the clock is read once before and once after each. */
  private static final class RunClock implements LongSupplier {
    private final IntToLongFunction nanosOfRun;
    private int readings;
    private long now;

    RunClock(IntToLongFunction nanosOfRun) {
      this.nanosOfRun = nanosOfRun;
    }

    @Override
    public long getAsLong() {
      now += nanosOfRun.applyAsLong(readings++);
      return now;
    }
  }

  private CompiledGraph compiled(Path file) {
    ClassLoader loader = getClass().getClassLoader();
    ModelSpec spec =
        new ModelSpec("model", new ModelLocation.FilePath(file.toString()), null, "cpu");
    return CompiledGraph.compile(
        spec.read(loader).graph(), CompileOptions.on(spec.backend(), loader));
  }

  private int runs(Path file, int rows, Duration most, IntToLongFunction nanosOfRun)
      throws InterruptedException {
    return new WarmUp("model", new RunClock(nanosOfRun)).run(compiled(file), rows, most);
  }

  @Test
  void itGoesOnUntilARunTakesNoLessTime() throws Exception {
    Path file = TestModels.relu(folder);
    // slow for 300 ms, then fast
    int slow = 150;
    int runs = runs(file, 1, Duration.ofSeconds(10), run -> run < slow ? 2 * MILLI : MILLI / 5);
    assertThat(runs).isGreaterThan(slow + 1_000).isLessThan(slow + 5_000);
  }

  @Test
  void itEndsSoonWhereRunsAreShort() throws Exception {
    int runs = runs(TestModels.relu(folder), 1, SECOND, run -> MILLI / 100);
    assertThat(runs * 10L).as("microseconds").isBetween(20_000L, 50_000L);
  }

  @Test
  void itNeverTakesLongerThanItMayButForARun() throws Exception {
    Path file = TestModels.relu(folder);
    // a row alone takes 300 ms, so that 64 are not tried
    assertThat(runs(file, 64, SECOND, run -> 300 * MILLI)).isLessThan(4);
    assertThat(runs(file, 1, SECOND, run -> 300 * MILLI)).isLessThan(4);
    assertThat(runs(file, 64, Duration.ofNanos(1), run -> 1)).isLessThan(3);
    assertThat(runs(file, 64, Duration.ZERO, run -> 1)).isZero();
  }

  @Test
  void aModelThatRefusesZerosIsLeftAsItIs() throws Exception {
    assertThat(runs(TestModels.amounts(folder), 64, SECOND, run -> MILLI)).isZero();
  }

  @Test
  void aFixedBatchIsKept() throws Exception {
    assertThat(runs(TestModels.fixedRows(folder, 1), 64, SECOND, run -> MILLI)).isPositive();
  }

  @Test
  void itIsCancelled() {
    Path file = TestModels.relu(folder);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> runs(file, 64, SECOND, run -> MILLI))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void itNeedsKnownLengths() {
    Shape batch = Shape.of(Extent.symbolic(new SymbolId("N")), Extent.fixed(3));
    Shape ragged = Shape.of(Extent.symbolic(new SymbolId("N")), Extent.symbolic(new SymbolId("L")));
    assertThat(NeutralInputs.of(List.of(port(DType.F32, batch), port(DType.I64, ragged))))
        .isEmpty();
    assertThat(NeutralInputs.of(List.of(port(DType.F32, Shape.UNRANKED)))).isEmpty();
    NeutralInputs inputs =
        NeutralInputs.of(
                List.of(
                    port(DType.F32, batch),
                    port(DType.STRING, batch),
                    port(DType.BOOL, Shape.scalar())))
            .orElseThrow();
    Tensor[] tensors = inputs.batch(2);
    assertThat(tensors[0].toFloats()).containsExactly(0, 0, 0, 0, 0, 0);
    assertThat(tensors[1].toStrings()).containsExactly("", "", "", "", "", "");
    assertThat(tensors[2].dims()).isEmpty();
    assertThat(inputs.rows(64)).isEqualTo(64);
    assertThat(inputs.rows(Integer.MAX_VALUE)).isBetween(100_000, 1_000_000);
  }

  private static Port port(DType dtype, Shape shape) {
    return new Port("x", ValueType.tensor(dtype, shape));
  }
}
