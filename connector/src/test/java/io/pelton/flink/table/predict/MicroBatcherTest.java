package io.pelton.flink.table.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.StallingBackend;
import io.pelton.flink.error.BadRecord;
import io.pelton.flink.model.ModelsInUse;
import io.pelton.flink.table.ErrorHandling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When batches of a function are scored, and what becomes of rows and threads. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class MicroBatcherTest {
  private static final Duration SHORT = Duration.ofMillis(5);

  @TempDir Path folder;

  private static List<CompletableFuture<Collection<RowData>>> add(
      PeltonAsyncPredictFunction function, float... values) {
    List<CompletableFuture<Collection<RowData>>> futures = new ArrayList<>();
    for (float value : values) {
      futures.add(function.asyncPredict(GenericRowData.of(value)));
    }
    return futures;
  }

  private static List<Float> values(List<CompletableFuture<Collection<RowData>>> futures)
      throws Exception {
    List<Float> values = new ArrayList<>();
    for (CompletableFuture<Collection<RowData>> future : futures) {
      for (RowData row : future.get()) {
        values.add(row.getFloat(0));
      }
    }
    return values;
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(
            thread ->
                thread.getName().startsWith("pelton-linger-m-")
                    || thread.getName().startsWith("pelton-worker-m-"))
        .count();
  }

  @Test
  void aFullBatchIsScoredByTheCallThatFillsIt() throws Exception {
    PeltonAsyncPredictFunction function =
        PredictFixture.relu(folder).batch(3, PredictFixture.NEVER).async();
    List<CompletableFuture<Collection<RowData>>> first = add(function, 1, -2);
    assertThat(first).noneMatch(CompletableFuture::isDone);
    List<CompletableFuture<Collection<RowData>>> last = add(function, 3);
    assertThat(first).allMatch(CompletableFuture::isDone);
    assertThat(last).allMatch(CompletableFuture::isDone);
    assertThat(values(first)).containsExactly(1f, 0f);
    assertThat(values(last)).containsExactly(3f);
    function.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void noMoreRowsWaitThanThereCanBe(int workers) throws Exception {
    PeltonAsyncPredictFunction function =
        PredictFixture.relu(folder).capacity(3).workers(workers).async();
    for (int round = 0; round < 50; round++) {
      assertThat(values(add(function, 1, 2, 3))).containsExactly(1f, 2f, 3f);
    }
    function.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aCapacityOfOneScoresEveryRowAtOnce(int workers) throws Exception {
    PeltonAsyncPredictFunction function =
        PredictFixture.relu(folder).capacity(1).workers(workers).async();
    for (int round = 0; round < 50; round++) {
      assertThat(values(add(function, round))).containsExactly((float) round);
    }
    function.close();
  }

  @Test
  void aBatchIsFullWhenItsRowsTakeAsMuchMemoryAsTheyMay() throws Exception {
    PeltonAsyncPredictFunction function = PredictFixture.amounts(folder).maxBytes(1 << 10).async();
    StringData longNumber = StringData.fromString("0".repeat(2_000) + "5");
    CompletableFuture<Collection<RowData>> small = function.asyncPredict(amount(1, "2"));
    assertThat(small).isNotDone();
    CompletableFuture<Collection<RowData>> large =
        function.asyncPredict(GenericRowData.of(1f, longNumber));
    assertThat(small).isDone();
    assertThat(values(List.of(small, large))).containsExactly(3f, 6f);
    function.close();
  }

  private static RowData amount(float x, String amount) {
    return GenericRowData.of(x, StringData.fromString(amount));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aBatchThatLingeredIsScored(int workers) throws Exception {
    PeltonAsyncPredictFunction function =
        PredictFixture.relu(folder).batch(1024, SHORT).workers(workers).async();
    for (int round = 0; round < 20; round++) {
      assertThat(values(add(function, 1, -1, 7))).containsExactly(1f, 0f, 7f);
    }
    function.close();
    assertThat(threads()).isZero();
  }

  @Test
  void noThreadRunsBeforeARowWaits() throws Exception {
    PeltonAsyncPredictFunction function =
        PredictFixture.relu(folder).batch(2, PredictFixture.NEVER).async();
    assertThat(threads()).isZero();
    add(function, 1);
    assertThat(threads()).isEqualTo(1);
    function.close();
    assertThat(threads()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void rowsMayBeUsedAgain(int workers) throws Exception {
    PeltonAsyncPredictFunction function =
        PredictFixture.relu(folder).batch(8, SHORT).workers(workers).async();
    GenericRowData reused = new GenericRowData(1);
    List<CompletableFuture<Collection<RowData>>> futures = new ArrayList<>();
    List<Float> expected = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      reused.setField(0, (float) i);
      futures.add(function.asyncPredict(reused));
      expected.add((float) i);
    }
    assertThat(values(futures)).isEqualTo(expected);
    function.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aRowThatCannotBeScoredFailsAlone(int workers) throws Exception {
    PeltonAsyncPredictFunction function =
        PredictFixture.amounts(folder).batch(4, PredictFixture.NEVER).workers(workers).async();
    CompletableFuture<Collection<RowData>> before = function.asyncPredict(amount(1, "1"));
    CompletableFuture<Collection<RowData>> bad = function.asyncPredict(amount(1, "none"));
    CompletableFuture<Collection<RowData>> missing =
        function.asyncPredict(GenericRowData.of(1f, null));
    CompletableFuture<Collection<RowData>> after = function.asyncPredict(amount(2, "2"));
    assertThat(values(List.of(before, after))).containsExactly(2f, 4f);
    assertThatThrownBy(bad::get)
        .cause()
        .isInstanceOfSatisfying(BadRecord.class, e -> assertThat(e.field()).isEqualTo("amount"))
        .hasMessageContaining("none")
        .hasMessageContaining("'error-handling'");
    assertThatThrownBy(missing::get)
        .cause()
        .isInstanceOfSatisfying(BadRecord.class, e -> assertThat(e.field()).isEqualTo("amount"))
        .hasMessageContaining("null");
    function.close();
  }

  @Test
  void badRowsCanBeNullsWithTheReason() throws Exception {
    PeltonAsyncPredictFunction function =
        PredictFixture.amounts(folder)
            .metadata("why", PredictFixture.STRING, ResultColumn.Kind.ERROR_STRING)
            .errors(ErrorHandling.NULL)
            .batch(2, PredictFixture.NEVER)
            .async();
    CompletableFuture<Collection<RowData>> bad = function.asyncPredict(amount(1, "none"));
    CompletableFuture<Collection<RowData>> good = function.asyncPredict(amount(1, "1"));
    RowData nulls = bad.get().iterator().next();
    assertThat(nulls.isNullAt(0)).isTrue();
    assertThat(nulls.getString(1).toString()).contains("amount").contains("none");
    RowData scored = good.get().iterator().next();
    assertThat(scored.getFloat(0)).isEqualTo(2f);
    assertThat(scored.isNullAt(1)).isTrue();
    function.close();
  }

  @Test
  void badRowsCanBeLeftOut() throws Exception {
    PeltonAsyncPredictFunction function =
        PredictFixture.amounts(folder)
            .errors(ErrorHandling.SKIP)
            .batch(2, PredictFixture.NEVER)
            .async();
    CompletableFuture<Collection<RowData>> bad = function.asyncPredict(amount(1, "none"));
    CompletableFuture<Collection<RowData>> good = function.asyncPredict(amount(1, "1"));
    assertThat(bad.get()).isEmpty();
    assertThat(values(List.of(good))).containsExactly(2f);
    function.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void closingDropsRowsThatWaitWithoutWaitingForThem(int workers) throws Exception {
    PeltonAsyncPredictFunction function = PredictFixture.relu(folder).workers(workers).async();
    List<CompletableFuture<Collection<RowData>>> waiting = add(function, 1, 2);
    function.close();
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    assertThat(threads()).isZero();
  }

  @Test
  void closingWaitsForARunAndDropsTheBatchesBehindIt() throws Exception {
    StallingBackend.stall();
    PeltonAsyncPredictFunction function =
        PredictFixture.relu(folder)
            .backend(StallingBackend.NAME)
            .batch(1, PredictFixture.NEVER)
            .workers(1)
            .async();
    List<CompletableFuture<Collection<RowData>>> rows = add(function, 1, 2);
    StallingBackend.awaitStalled();
    CompletableFuture<Void> closing =
        CompletableFuture.runAsync(
            () -> {
              try {
                function.close();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    StallingBackend.release();
    closing.get();
    assertThat(values(rows.subList(0, 1))).containsExactly(0f);
    assertThat(threads()).isZero();
  }

  @Test
  void theTaskDoesNotWaitForWorkers() throws Exception {
    StallingBackend.stall();
    PeltonAsyncPredictFunction function =
        PredictFixture.relu(folder)
            .backend(StallingBackend.NAME)
            .batch(1, PredictFixture.NEVER)
            .workers(1)
            .async();
    add(function, 1);
    StallingBackend.awaitStalled();
    List<CompletableFuture<Collection<RowData>>> rows = add(function, 1, 2, 3, 4);
    assertThat(rows).noneMatch(CompletableFuture::isDone);
    StallingBackend.release();
    assertThat(values(rows)).hasSize(4);
    function.close();
  }

  @Test
  void functionsLeaveNothingBehind() throws Exception {
    int before = ModelsInUse.count();
    for (int round = 0; round < 25; round++) {
      PeltonAsyncPredictFunction async =
          PredictFixture.relu(folder).batch(2, SHORT).workers(round % 3).async();
      PeltonPredictFunction sync = PredictFixture.relu(folder).sync();
      assertThat(values(add(async, 1, 2, 3))).containsExactly(1f, 2f, 3f);
      assertThat(sync.predict(GenericRowData.of(5f))).hasSize(1);
      async.close();
      sync.close();
    }
    assertThat(threads()).isZero();
    // what earlier tests left may go meanwhile
    assertThat(ModelsInUse.count()).isLessThanOrEqualTo(before);
  }
}
