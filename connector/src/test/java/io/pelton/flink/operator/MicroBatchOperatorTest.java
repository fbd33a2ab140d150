package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.BatchPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.common.watermark.LongWatermark;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributesBuilder;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every cause that closes a batch, and what must not. */
class MicroBatchOperatorTest {
  private static final long LINGER = 10;
  private static final String LONG_WORD = "x".repeat(WordsOperator.HEAVY);

  /** What closes a batch in which records wait. */
  private enum Cause {
    ROWS("1:c") {
      @Override
      void come(Harness harness) throws Exception {
        harness.word("c");
      }
    },
    MEMORY("1:" + LONG_WORD) {
      @Override
      void come(Harness harness) throws Exception {
        harness.word(LONG_WORD);
      }
    },
    LINGER_PASSED("") {
      @Override
      void come(Harness harness) throws Exception {
        harness.setProcessingTime(harness.getProcessingTime() + LINGER);
      }
    },
    BARRIER("") {
      @Override
      void come(Harness harness) throws Exception {
        harness.prepareSnapshotPreBarrier(1);
      }
    },
    END_OF_INPUT("") {
      @Override
      void come(Harness harness) throws Exception {
        harness.endInput();
      }
    },
    LAST_WATERMARK("wm " + Long.MAX_VALUE) {
      @Override
      void come(Harness harness) throws Exception {
        harness.processWatermark(Long.MAX_VALUE);
      }
    },
    IDLENESS("WatermarkStatus") {
      @Override
      void come(Harness harness) throws Exception {
        harness.processWatermarkStatus(WatermarkStatus.IDLE);
      }
    },
    ATTRIBUTES("RecordAttributes") {
      @Override
      void come(Harness harness) throws Exception {
        harness.processRecordAttributes(
            new RecordAttributesBuilder(List.of()).setBacklog(true).build());
      }
    },
    USERS_WATERMARK("WatermarkEvent") {
      @Override
      void come(Harness harness) throws Exception {
        harness
            .getOneInputOperator()
            .processWatermark(new WatermarkEvent(new LongWatermark(7, "own"), false));
      }
    };

    /** What comes out behind the records, if anything. */
    final String own;

    Cause(String own) {
      this.own = own;
    }

    abstract void come(Harness harness) throws Exception;
  }

  @ParameterizedTest
  @EnumSource
  void closesABatchOnce(Cause cause) throws Exception {
    try (Harness harness = Harness.open(policy(3))) {
      harness.setProcessingTime(100);
      harness.word("a");
      harness.word("b");
      assertThat(harness.events()).isEmpty();
      assertThat(harness.timers()).isEqualTo(1);

      cause.come(harness);

      List<String> expected = new ArrayList<>(List.of("1:a", "1:b"));
      if (!cause.own.isEmpty()) {
        expected.add(cause.own);
      }
      assertThat(harness.events()).isEqualTo(expected);
      assertThat(harness.timers()).isZero();
      harness.setProcessingTime(1000);
      assertThat(harness.events()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource
  void findsNothingToCloseWithoutRecords(Cause cause) throws Exception {
    try (Harness harness = Harness.open(policy(1))) {
      cause.come(harness);
      assertThat(harness.events())
          .allMatch(event -> event.equals(cause.own) || event.equals("!" + cause.own));
      assertThat(harness.timers()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void watermarksFollowTheirRecords(Cause cause) throws Exception {
    try (Harness harness = Harness.open(policy(3))) {
      harness.word("a");
      harness.processWatermark(1);
      harness.word("b");
      harness.processWatermark(2);
      assertThat(harness.events()).isEmpty();

      cause.come(harness);

      List<String> events = harness.events();
      String last = cause == Cause.LAST_WATERMARK ? cause.own : "wm 2";
      assertThat(events).startsWith("1:a", "1:b").contains(last).doesNotContain("wm 1");
      harness.word("d");
      harness.endInput();
      assertThat(harness.events()).hasSize(events.size() + 1).endsWith("2:d");
    }
  }

  @Test
  void onlyTheFirstRecordStartsATimer() throws Exception {
    try (Harness harness = Harness.open(policy(64))) {
      harness.setProcessingTime(100);
      harness.word("a");
      harness.setProcessingTime(100 + LINGER - 1);
      harness.word("b");
      assertThat(harness.timers()).isEqualTo(1);
      assertThat(harness.events()).isEmpty();
      harness.setProcessingTime(100 + LINGER);
      assertThat(harness.events()).containsExactly("1:a", "1:b");
    }
  }

  @Test
  void aRefusedRecordStartsNoTimer() throws Exception {
    try (Harness harness = Harness.open(policy(64))) {
      harness.word("");
      assertThat(harness.timers()).isZero();
      harness.processWatermark(1);
      assertThat(harness.events()).containsExactly("wm 1");
    }
  }

  @Test
  void aTimerPastCancellingDoesNotCloseTheNextBatch() throws Exception {
    LateTimers timers = new LateTimers();
    try (Harness harness = new Harness(policy(2), timers)) {
      harness.open();
      harness.word("a");
      harness.word("b");
      harness.word("c");
      timers.call();
      assertThat(harness.events()).containsExactly("1:a", "1:b");
      timers.call();
      assertThat(harness.events()).containsExactly("1:a", "1:b", "2:c");
    }
  }

  @Test
  void latencyMarkersPass() throws Exception {
    try (Harness harness = Harness.open(policy(64))) {
      harness.word("a");
      harness.getOneInputOperator().processLatencyMarker(new LatencyMarker(0, new OperatorID(), 0));
      assertThat(harness.events()).containsExactly("LatencyMarker");
    }
  }

  @Test
  void activeStatusPasses() throws Exception {
    try (Harness harness = Harness.open(policy(64))) {
      harness.word("a");
      harness.processWatermarkStatus(WatermarkStatus.ACTIVE);
      assertThat(harness.events()).containsExactly("WatermarkStatus");
      assertThat(harness.timers()).isEqualTo(1);
    }
  }

  @Test
  void singleRecordsPassStraightThrough() throws Exception {
    try (Harness harness = Harness.open(BatchPolicy.single())) {
      harness.word("a");
      harness.processWatermark(1);
      harness.word("");
      harness.word("b");
      assertThat(harness.events()).containsExactly("!1:a", "wm 1", "!2:b");
      assertThat(harness.timers()).isZero();
    }
  }

  @Test
  void anAdaptivePolicyBeginsWithSingleRecords() throws Exception {
    try (Harness harness = Harness.open(BatchPolicy.adaptive(Duration.ofMillis(20)))) {
      harness.word("a");
      assertThat(harness.events()).containsExactly("!1:a");
      assertThat(harness.timers()).isZero();
      assertThat(((WordsOperator) harness.getOneInputOperator()).batchSizeTarget()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aCheckpointInMidBatchLosesAndDoublesNothing(int before) throws Exception {
    int after = 3 - before;
    List<String> out = new ArrayList<>();
    List<OperatorSubtaskState> states = new ArrayList<>();
    for (int subtask = 0; subtask < before; subtask++) {
      try (Harness harness = new Harness(policy(64), before, subtask)) {
        harness.open();
        harness.word("before " + subtask);
        harness.prepareSnapshotPreBarrier(1);
        states.add(harness.snapshot(1, 0));
        out.addAll(harness.events());
        // comes again from the source
        harness.word("lost " + subtask);
      }
    }
    OperatorSubtaskState whole =
        AbstractStreamOperatorTestHarness.repackageState(
            states.toArray(new OperatorSubtaskState[0]));
    assertThat(whole.hasState()).isFalse();
    for (int subtask = 0; subtask < after; subtask++) {
      try (Harness harness = new Harness(policy(64), after, subtask)) {
        harness.initializeState(
            AbstractStreamOperatorTestHarness.repartitionOperatorState(
                whole, 2, before, after, subtask));
        harness.open();
        harness.word("after " + subtask);
        harness.endInput();
        out.addAll(harness.events());
      }
    }
    List<String> expected = new ArrayList<>();
    IntStream.range(0, before).forEach(subtask -> expected.add("1:before " + subtask));
    IntStream.range(0, after).forEach(subtask -> expected.add("1:after " + subtask));
    assertThat(out).isEqualTo(expected);
  }

  /** Whatever comes between records: they come out once, in order, each before its watermarks. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void orderIsKept(long seed) throws Exception {
    Random random = new Random(seed);
    Cause[] causes = {Cause.LINGER_PASSED, Cause.BARRIER, Cause.IDLENESS, Cause.ATTRIBUTES};
    int records = 0;
    try (Harness harness = Harness.open(policy(1 + random.nextInt(20)))) {
      for (int step = 0; step < 2000; step++) {
        int dice = random.nextInt(10);
        if (dice < 7) {
          harness.word(Integer.toString(++records));
        } else if (dice < 9) {
          harness.processWatermark(records);
        } else {
          causes[random.nextInt(causes.length)].come(harness);
        }
      }
      harness.endInput();
      int passed = 0;
      long mark = -1;
      for (String event : harness.events()) {
        if (event.startsWith("wm ")) {
          long next = Long.parseLong(event.substring(3));
          assertThat(next).isGreaterThanOrEqualTo(mark).isLessThanOrEqualTo(passed);
          mark = next;
        } else if (event.contains(":")) {
          passed++;
          assertThat(event).endsWith(":" + passed);
        }
      }
      assertThat(passed).isEqualTo(records);
    }
  }

  private static BatchPolicy policy(int maxRows) {
    return BatchPolicy.of(maxRows, Duration.ofMillis(LINGER));
  }

  /** The operator in Flink's harness. */
  private static final class Harness extends OneInputStreamOperatorTestHarness<String, String> {
    Harness(BatchPolicy policy, LateTimers timers) throws Exception {
      super(new WordsOperator.Factory(policy, timers), StringSerializer.INSTANCE);
      setup(StringSerializer.INSTANCE);
    }

    Harness(BatchPolicy policy, int parallelism, int subtask) throws Exception {
      super(new WordsOperator.Factory(policy, null), 2, parallelism, subtask);
      setup(StringSerializer.INSTANCE);
    }

    static Harness open(BatchPolicy policy) throws Exception {
      Harness harness = new Harness(policy, null);
      harness.open();
      return harness;
    }

    void word(String word) throws Exception {
      processElement(new StreamRecord<>(word));
    }

    int timers() {
      return getProcessingTimeService().getNumActiveTimers();
    }

    /** Words as they are, watermarks as {@code wm t}, of anything else the class. */
    List<String> events() {
      List<String> events = new ArrayList<>();
      for (Object event : getOutput()) {
        if (event instanceof StreamRecord<?> record) {
          events.add((String) record.getValue());
        } else if (event instanceof Watermark mark) {
          events.add("wm " + mark.getTimestamp());
        } else {
          events.add(event.getClass().getSimpleName());
        }
      }
      return events;
    }
  }
}
