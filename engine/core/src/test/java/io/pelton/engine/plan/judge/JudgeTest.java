package io.pelton.engine.plan.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.HostKernel;
import io.pelton.engine.kernel.Kernel;
import io.pelton.engine.kernel.Precision;
import io.pelton.engine.plan.judge.Verdict.Measured;
import io.pelton.engine.plan.judge.Verdict.Unknown;
import io.pelton.engine.testing.Relus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class JudgeTest {
  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger runs = new AtomicInteger();
  private final Device device = Device.host(Relus.backend("cpu"));
  private final Graph graph = Relus.graph(10);

  @Test
  void theMedianOfTheLaterRunsCounts() {
    Judge judge = judge(1_000_000, 1_000_000);
    Alternative warming = new Alternative("warming", Relus.kernel(this::getFaster), Set.of());
    assertThat(judge(judge, warming)).isEqualTo(new Measured(20));
    assertThat(runs).hasValue(Stopwatch.MAX_RUNS);
  }

  /** 1000 ns in the first half; later 20 ns, but now and then 500. */
  private void getFaster() {
    int run = runs.getAndIncrement();
    boolean isWarm = run >= Stopwatch.MAX_RUNS / 2;
    now.addAndGet(!isWarm ? 1000 : run % 5 == 0 ? 500 : 20);
  }

  @Test
  void whatIsKnownIsNotMeasuredAgain() {
    Judge judge = judge(1_000_000, 10_000);
    assertThat(recall(judge, lasting(100))).isInstanceOf(Unknown.class);
    assertThat(judge(judge, lasting(100))).isEqualTo(new Measured(100));
    int before = runs.get();
    assertThat(before).isEqualTo(100);
    assertThat(judge(judge, lasting(100))).isEqualTo(new Measured(100));
    assertThat(recall(judge, lasting(100)).measuredNanos()).hasValue(100);
    assertThat(runs).hasValue(before);
    assertThat(judge.spentNanos()).isEqualTo(10_000);
  }

  @Test
  void theBudgetOfAKeyEndsItsRuns() {
    Judge judge = judge(1_000_000, 1_000);
    assertThat(judge(judge, lasting(100))).isEqualTo(new Measured(100));
    assertThat(runs).hasValue(10);
    assertThat(judge.spentNanos()).isEqualTo(1_000);
  }

  @Test
  void tooFewRunsSayNothingAndAreNotTriedAgain() {
    Judge judge = judge(1_000_000, 1_000);
    assertUnknown(judge(judge, lasting(400)), "allowed 3 runs, of which 4 are needed");
    assertUnknown(judge(judge, lasting(400)), "allowed 3 runs");
    assertThat(runs).hasValue(3);
  }

  @Test
  void anEstimateAboveTheBudgetIsBelieved() {
    Judge judge = judge(1_000_000, 1_000);
    assertUnknown(
        judge.judge(device, graph, Relus.node(), lasting(400), 300), "takes about 300.0 ns");
    assertThat(runs).hasValue(0);
    assertThat(judge.spentNanos()).isZero();
  }

  @Test
  void onceTheBudgetIsSpentOnlyWhatIsKnownIsAnswered() {
    Judge judge = judge(2_500, 1_000);
    assertThat(judge(judge, lasting(100))).isEqualTo(new Measured(100));
    assertThat(judge(judge, named("second"))).isEqualTo(new Measured(100));
    assertThat(judge(judge, named("third"))).isEqualTo(new Measured(100));
    assertThat(runs).hasValue(10 + 10 + 5);
    assertUnknown(judge(judge, named("fourth")), "the budget of 2500 ns is spent");
    assertThat(judge(judge, lasting(100))).isEqualTo(new Measured(100));
    assertThat(judge.spentNanos()).isEqualTo(2_500);
  }

  @Test
  void withoutABudgetNothingIsRun() {
    assertUnknown(judge(judge(0, 0), lasting(1)), "is spent");
    assertUnknown(Judge.off().judge(device, graph, Relus.node(), lasting(1), 0), "is spent");
    assertThat(runs).hasValue(0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Budget(-1, 2))
        .withMessageContaining("-1 ns in total, 2 ns a key");
  }

  @Test
  void aRunThatTakesNoTimeByTheClockIsNotFree() {
    assertThat(judge(judge(1_000, 1_000), lasting(0))).isEqualTo(new Measured(1));
  }

  @Test
  void anotherRevisionIsMeasuredAnew() {
    Judge judge = judge(1_000_000, 10_000);
    assertThat(judge(judge, lasting(100).from("here", 1))).isEqualTo(new Measured(100));
    assertThat(judge(judge, lasting(50).from("here", 1))).isEqualTo(new Measured(100));
    assertThat(judge(judge, lasting(50).from("here", 2))).isEqualTo(new Measured(50));
    assertThat(judge(judge, lasting(70).from("there", 2))).isEqualTo(new Measured(70));
    assertThat(recall(judge, lasting(1).from("here", 1))).isEqualTo(new Measured(100));
  }

  @Test
  void sizesOfOneClassShareAMeasurement() {
    Judge judge = judge(1_000_000, 10_000);
    judge(judge, lasting(100));
    assertThat(judge.recall(device, Relus.graph(11), Relus.node(), lasting(1)))
        .isEqualTo(new Measured(100));
    assertThat(judge.recall(device, Relus.graph(20), Relus.node(), lasting(1)))
        .isInstanceOf(Unknown.class);
  }

  @Test
  void kernelsOfOtherBitsAreNeverMeasured() {
    Judge judge = judge(1_000_000, 10_000);
    judge(judge, lasting(100));
    Alternative rough = lasting(100).promising(Precision.within(2));
    assertUnknown(judge(judge, rough), "within 2.0 ulps and not exact bits");
    assertUnknown(recall(judge, rough), "within 2.0 ulps and not exact bits");
    assertThat(runs).hasValue(100);
  }

  @Test
  void kernelsThatMakeTheirOutputsAreNotMeasured() {
    HostKernel kernel =
        (node, in) -> {
          runs.incrementAndGet();
          return in;
        };
    Alternative host = new Alternative("host", kernel, Set.of());
    assertUnknown(judge(judge(1_000, 1_000), host), "makes its outputs itself");
    assertThat(runs).hasValue(0);
  }

  @Test
  void aKernelThatFailsIsUnknownAndNotTriedAgain() {
    Judge judge = judge(1_000_000, 10_000);
    Kernel kernel =
        Relus.kernel(
            () -> {
              runs.incrementAndGet();
              throw new IllegalStateException("no");
            });
    Alternative failing = new Alternative("failing", kernel, Set.of());
    assertUnknown(judge(judge, failing), "made-up operands: java.lang.IllegalStateException: no");
    assertUnknown(judge(judge, failing), "made-up operands");
    assertThat(runs).hasValue(1);
  }

  @Test
  void bindingCountsToo() {
    FixedKernel binds =
        (node, in, out) -> {
          now.addAndGet(5_000);
          return Relus.kernel(this::run).bind(node, in, out);
        };
    Judge judge = judge(1_000_000, 1_000);
    assertUnknown(judge(judge, new Alternative("binds", binds, Set.of())), "allowed 0 runs");
    assertThat(judge.spentNanos()).isEqualTo(5_000);
  }

  @Test
  void tensorsThatAreTooLargeAreNotMade() {
    Judge judge = judge(Long.MAX_VALUE, Long.MAX_VALUE);
    assertUnknown(
        judge.judge(device, Relus.graph(1L << 40), Relus.node(), lasting(1), 0),
        "take 8796093022208 bytes, more than 268435456");
  }

  @Test
  void threadsThatAskForTheSameMeasureItOnce() throws Exception {
    int threads = 4;
    Judge judge = judge(1_000_000_000, 10_000);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Verdict>> answers = new ArrayList<>();
    try {
      for (int i = 0; i < threads * 50; i++) {
        Alternative asked = named("kernel " + i / threads);
        answers.add(
            pool.submit(
                () -> {
                  start.await();
                  return judge(judge, asked);
                }));
      }
      start.countDown();
      for (Future<Verdict> answer : answers) {
        assertThat(answer.get()).isEqualTo(new Measured(100));
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(runs).hasValue(50 * 100);
    assertThat(judge.spentNanos()).isEqualTo(50 * 10_000);
  }

  private Judge judge(long total, long perKey) {
    return Judge.inMemory(new Budget(total, perKey), now::get);
  }

  private Verdict judge(Judge judge, Alternative alternative) {
    return judge.judge(device, graph, Relus.node(), alternative, 0);
  }

  private Verdict recall(Judge judge, Alternative alternative) {
    return judge.recall(device, graph, Relus.node(), alternative);
  }

  private Alternative named(String name) {
    return new Alternative(name, lasting(100).kernel(), Set.of());
  }

  private Alternative lasting(long nanos) {
    FixedKernel kernel =
        Relus.kernel(
            () -> {
              runs.incrementAndGet();
              now.addAndGet(nanos);
            });
    return new Alternative("lasting", kernel, Set.of());
  }

  private void run() {
    runs.incrementAndGet();
  }

  private static void assertUnknown(Verdict verdict, String reason) {
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Unknown.class, unknown -> assertThat(unknown.reason()).contains(reason));
    assertThat(verdict.measuredNanos()).isEmpty();
  }
}
