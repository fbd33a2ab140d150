package io.pelton.flink.operator;

import static io.pelton.flink.operator.SimulatedStream.MILLI;
import static io.pelton.flink.operator.SimulatedStream.SECOND;
import static io.pelton.flink.operator.SimulatedStream.bursts;
import static io.pelton.flink.operator.SimulatedStream.every;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.operator.SimulatedStream.Cost;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sizes that an adaptive policy finds, in made-up time: models, streams and their changes. */
class AdaptiveSizingTest {
  private static final int MAX_ROWS = 1024;
  private static final long LINGER = 5;
  private static final long TARGET = 10;

  /** Much for a batch, little for a row: what batches are for. */
  private static final Cost FIXED = (rows, at) -> 100_000 + 1_000.0 * rows;

  /** A batch gains next to nothing. */
  private static final Cost LINEAR = (rows, at) -> 50 + 2_000.0 * rows;

  @Test
  void aBusyTaskGrowsItsBatches() {
    SimulatedStream stream = stream(FIXED);
    assertThat(stream.size()).isEqualTo(1);
    stream.run(SECOND / 2);
    assertThat(stream.usualSize()).isEqualTo(MAX_ROWS);
    stream.run(10 * SECOND);
    assertThat(stream.shareOf(MAX_ROWS)).isGreaterThan(0.95);
    assertThat(stream.rowNanos()).isLessThan(1.05 * stream.rowNanosOf(MAX_ROWS));
    assertThat(stream.longestMillis()).isLessThan(TARGET);
  }

  @Test
  void theSmallestOfTheGoodSizesIsTaken() {
    // 256 rows reach 95 % of the throughput of 1024
    SimulatedStream stream = stream((rows, at) -> 20_000 + 1_000.0 * rows);
    stream.run(SECOND);
    stream.run(10 * SECOND);
    assertThat(stream.usualSize()).isEqualTo(256);
    assertThat(stream.shareOf(256)).isGreaterThan(0.9);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8, 20})
  void theTargetBoundsTheSize(int target) {
    SimulatedStream stream =
        new SimulatedStream(MAX_ROWS, 100, target, (rows, at) -> 200_000 + 10_000.0 * rows);
    stream.run(20 * SECOND);
    assertThat(stream.longestMillis()).isLessThanOrEqualTo(target);
    assertThat(stream.usualSize()).isBetween(32, MAX_ROWS);
    assertThat(stream.rowNanos()).isLessThan(1.5 * stream.rowNanosOf(MAX_ROWS));
  }

  @Test
  void aTargetOutOfReachIsMissedByLittle() {
    SimulatedStream stream = stream((rows, at) -> 20_000_000 + 10_000.0 * rows);
    stream.run(2 * SECOND);
    stream.run(10 * SECOND);
    assertThat(stream.longestMillis()).isLessThan(25.1);
    assertThat(stream.usualSize()).isGreaterThanOrEqualTo(128);
  }

  @Test
  void whereBatchesGainNothingRecordsAreSingle() {
    SimulatedStream stream = stream(LINEAR);
    stream.run(SECOND);
    stream.run(5 * SECOND);
    assertThat(stream.usualSize()).isEqualTo(1);
    assertThat(stream.shareOf(1)).isGreaterThan(0.9);
    assertThat(stream.rowNanos()).isLessThan(1.01 * stream.rowNanosOf(1));
  }

  @Test
  void whereBatchesCostMoreRecordsAreSingle() {
    SimulatedStream stream = stream((rows, at) -> 1_000 * Math.pow(rows, 1.3));
    stream.run(4 * SECOND);
    assertThat(stream.shareOf(1)).isGreaterThan(0.95);
    // nothing tries what is hopeless
    assertThat(stream.shareOf(64)).isZero();
  }

  @Test
  void aPlateauHidesNoBetterSize() {
    // four rows at once or none
    SimulatedStream stream =
        stream((rows, at) -> rows < 8 ? 10_000.0 * rows : Math.ceil(rows / 8.0) * 16_000);
    stream.run(SECOND);
    stream.run(10 * SECOND);
    assertThat(stream.usualSize()).isEqualTo(8);
    assertThat(stream.shareOf(8)).isGreaterThan(0.95);
  }

  @Test
  void rareRecordsAreScoredAtOnce() {
    SimulatedStream stream = stream(FIXED);
    stream.arrivals(every(MILLI));
    stream.run(20 * SECOND);
    assertThat(stream.shareOf(1)).isEqualTo(1);
    assertThat(stream.longestMillis()).isLessThan(0.11);
  }

  @Test
  void batchesAreAsLargeAsTheStreamAsks() {
    // single rows, and pairs, would not keep up
    SimulatedStream stream = stream(FIXED);
    stream.run(SECOND);
    stream.arrivals(every(50_000));
    stream.run(SECOND);
    stream.run(10 * SECOND);
    assertThat(stream.usualSize()).isBetween(4, 8);
    assertThat(stream.longestMillis()).isLessThan(TARGET);
    assertThat(stream.backlogMillis()).isLessThan(50);
    assertThat(stream.rowNanos()).isBetween(49_000.0, 51_000.0);
  }

  @Test
  void anIdleTaskShrinksItsBatches() {
    SimulatedStream stream = stream(FIXED);
    stream.run(2 * SECOND);
    assertThat(stream.size()).isEqualTo(MAX_ROWS);
    stream.arrivals(every(10 * MILLI));
    stream.run(SECOND / 2);
    assertThat(stream.size()).isEqualTo(1);
    stream.run(10 * SECOND);
    assertThat(stream.longestMillis()).isLessThan(0.11);
  }

  @Test
  void burstsAreMetByWhatIsKnown() {
    SimulatedStream stream = stream(FIXED);
    stream.run(2 * SECOND);
    stream.arrivals(bursts(2_000, SECOND / 10, SECOND));
    stream.run(20 * SECOND);
    assertThat(stream.usualSize()).isGreaterThanOrEqualTo(128);
    assertThat(stream.longestMillis()).isLessThan(TARGET);
    // every burst is done with long before the next one
    assertThat(stream.backlogMillis()).isLessThan(200);
  }

  @Test
  void costsMayChange() {
    SimulatedStream stream = stream(LINEAR);
    stream.run(2 * SECOND);
    assertThat(stream.usualSize()).isEqualTo(1);
    stream.cost(FIXED);
    stream.run(2 * SECOND);
    assertThat(stream.usualSize()).isGreaterThanOrEqualTo(256);
    stream.cost(LINEAR);
    stream.run(15 * SECOND);
    stream.run(SECOND);
    assertThat(stream.usualSize()).isEqualTo(1);
  }

  @Test
  void codeThatWarmsUpIsJudgedAgain() {
    SimulatedStream stream =
        stream((rows, at) -> (50 + 2_000.0 * rows) * (1 + 20 * Math.exp(-2.0 * at / SECOND)));
    stream.run(12 * SECOND);
    stream.run(3 * SECOND);
    assertThat(stream.usualSize()).isEqualTo(1);
    assertThat(stream.shareOf(1)).isGreaterThan(0.9);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noiseAndPausesCostLittle(long seed) {
    Random random = new Random(seed);
    SimulatedStream stream = stream((rows, at) -> noisy(FIXED.of(rows, at), rows, random));
    stream.run(2 * SECOND);
    stream.run(10 * SECOND);
    assertThat(stream.rowNanos()).isLessThan(1_550);
    stream.cost((rows, at) -> noisy(LINEAR.of(rows, at), rows, random));
    stream.run(5 * SECOND);
    stream.run(5 * SECOND);
    assertThat(stream.rowNanos()).isLessThan(2_450);
  }

  /** Within 30 % of it; and 20 ms every 400,000 rows. */
  private static double noisy(double nanos, int rows, Random random) {
    return nanos * (0.7 + 0.6 * random.nextDouble())
        + (random.nextInt(400_000) < rows ? 20 * MILLI : 0);
  }

  /** Idle time says little of what is done beside batches: what was once dear must not stay so. */
  @Test
  void aColdStartDoesNotHideSingleRecords() {
    SimulatedStream stream = stream((rows, at) -> at < SECOND ? 3_000_000 : 20_000.0 + 100 * rows);
    stream.arrivals(every(300_000));
    stream.run(5 * SECOND);
    stream.run(5 * SECOND);
    assertThat(stream.usualSize()).isEqualTo(1);
    assertThat(stream.shareOf(1)).isGreaterThan(0.9);
  }

  @Test
  void anyMaximumIsASize() {
    for (int maxRows : new int[] {2, 3, 5, 100, 1000}) {
      SimulatedStream stream = new SimulatedStream(maxRows, LINGER, TARGET, FIXED);
      stream.run(2 * SECOND);
      stream.run(SECOND);
      assertThat(stream.usualSize()).isEqualTo(maxRows);
    }
  }

  private static SimulatedStream stream(Cost cost) {
    return new SimulatedStream(MAX_ROWS, LINGER, TARGET, cost);
  }
}
