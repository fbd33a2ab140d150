package io.pelton.engine.plan.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.plan.judge.Verdict.Measured;
import io.pelton.engine.plan.judge.Verdict.Unknown;
import io.pelton.engine.testing.NoMemory;
import io.pelton.engine.testing.Relus;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measuring while kernels may not be compiled yet. */
class StartUpTest {
  private static final Budget BUDGET = new Budget(1_000_000, 100_000, 500);

  @TempDir private Path folder;

  private final AtomicLong now = new AtomicLong();
  private final Device device = Device.host(Relus.backend("cpu"));
  private final Graph graph = Relus.graph(10);
  private final Judge judge = Judge.inMemory(BUDGET, now::get);

  @Test
  void whatIsCompiledMeanwhileIsMeasuredAfterwards() {
    AtomicInteger runs = new AtomicInteger();
    Alternative warming = kernel("vector", runs, run -> run < 400 ? 100 : 10);
    assertThat(judge(warming)).containsExactly(new Measured(10));
    assertThat(runs).hasValue(500 + Stopwatch.MAX_RUNS);
  }

  @Test
  void aKernelThatIsFarTooSlowIsGivenUpSoonAndTriedAgainLater() {
    AtomicInteger runs = new AtomicInteger();
    Alternative cold = kernel("vector", runs, run -> run < 1_000 ? 3_000 : 10);
    AtomicInteger others = new AtomicInteger();
    List<Verdict> verdicts = judge(cold, kernel("scalar", others, run -> 10));
    assertThat(verdicts.get(0))
        .isEqualTo(new Unknown("its 16th run took 3000 ns, too long for 500 of them"));
    assertThat(verdicts.get(1)).isEqualTo(new Unknown("nor is one before it"));
    assertThat(runs).hasValue(16);
    assertThat(others).hasValue(0);
    runs.set(1_000);
    assertThat(judge(cold, kernel("scalar", others, run -> 10)))
        .containsExactly(new Measured(10), new Measured(10));
  }

  @Test
  void aKernelThatDoesNotGetFasterInTimeIsNotMeasured() {
    AtomicInteger runs = new AtomicInteger();
    assertThat(judge(kernel("vector", runs, run -> 250)).get(0))
        .isEqualTo(new Unknown("its 500th run took 250 ns, too long for 500 of them"));
    assertThat(runs).hasValue(500);
  }

  @Test
  void aFirstKernelThatSeemsHopelessIsNotBelievedToBe() {
    AtomicInteger runs = new AtomicInteger();
    Alternative vector = kernel("vector", runs, run -> run < 1_000 ? 100 : 30);
    Alternative scalar = kernel("scalar", new AtomicInteger(), run -> 20);
    List<Verdict> verdicts = judge(vector, scalar);
    assertThat(verdicts)
        .containsOnly(new Unknown("it took 100 ns, another one 20 ns: it was not compiled yet"));
    assertThat(judge.recall(device, graph, Relus.node(), scalar)).isInstanceOf(Unknown.class);
    runs.set(1_000);
    assertThat(judge(vector, scalar)).containsExactly(new Measured(30), new Measured(20));
    assertThat(judge.recall(device, graph, Relus.node(), scalar)).isEqualTo(new Measured(20));
  }

  @Test
  void whatTakesLongByItsEstimateIsNotBegun() {
    AtomicInteger runs = new AtomicInteger();
    Alternative large = kernel("vector", runs, run -> 1);
    assertThat(judge.judge(device, graph, Relus.node(), List.of(large), kernel -> 200).get(0))
        .isEqualTo(new Unknown("one run takes about 200.0 ns, too long for 100000 ns"));
    assertThat(runs).hasValue(0);
  }

  @Test
  void onlyTheHostIsMeasured() {
    Device other =
        Device.withMemory(Relus.backend("other"), 0, new NoMemory(), new DeviceModel(1e9, 1e9, 10));
    Alternative kernel = kernel("kernel", new AtomicInteger(), run -> 1);
    assertThat(judge.judge(other, graph, Relus.node(), kernel, 1))
        .isEqualTo(new Unknown("only kernels of the host are measured at start-up"));
  }

  @Test
  void theBudgetOfTheProcessIsSharedByAllThatIsMeasured() {
    for (int i = 0; i < 100; i++) {
      judge(kernel("kernel " + i, new AtomicInteger(), run -> 100));
    }
    assertThat(judge.spentNanos()).isBetween(1_000_000L, 1_100_000L);
    assertThat(Judge.ofProcess()).isSameAs(Judge.ofProcess());
    assertThat(Budget.AT_START_UP.totalNanos()).isEqualTo(200_000_000);
  }

  @Test
  void aFileSparesTheNextProcessTheMeasurement() {
    Path file = folder.resolve("judge.tsv");
    Budget ample = new Budget(Long.MAX_VALUE, 60_000_000_000L, 10);
    Judge first = Judge.open(file, ample);
    AtomicInteger runs = new AtomicInteger();
    Alternative kernel = new Alternative("kernel", Relus.kernel(runs::incrementAndGet), Set.of());
    Verdict measured = first.judge(device, graph, Relus.node(), kernel, 0);
    assertThat(measured).isInstanceOf(Measured.class);
    first.save();
    int before = runs.get();
    Judge second = Judge.open(file, ample);
    assertThat(second.judge(device, graph, Relus.node(), kernel, 0)).isEqualTo(measured);
    assertThat(runs).hasValue(before);
  }

  private List<Verdict> judge(Alternative... rivals) {
    return judge.judge(device, graph, Relus.node(), List.of(rivals), rival -> 0);
  }

  /**
   * @param nanos of a run by its number
   */
  private Alternative kernel(String name, AtomicInteger runs, IntToLongFunction nanos) {
    FixedKernel kernel =
        Relus.kernel(() -> now.addAndGet(nanos.applyAsLong(runs.getAndIncrement())));
    return new Alternative(name, kernel, Set.of());
  }
}
