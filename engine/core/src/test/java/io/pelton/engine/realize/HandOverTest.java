package io.pelton.engine.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.pelton.engine.error.RunCancelled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class HandOverTest {
  private final CompilerThread compiler = new CompilerThread();

  @AfterEach
  void close() {
    within(compiler::close);
  }

  private HandOver<Integer> start(int capacity, Consumer<HandOver<Integer>> producer) {
    return HandOver.start(compiler, capacity, producer);
  }

  private static void within(Executable work) {
    assertTimeoutPreemptively(Duration.ofSeconds(60), work);
  }

  private static List<Integer> takeAll(HandOver<Integer> items) {
    List<Integer> taken = new ArrayList<>();
    for (Integer item = items.take(); item != null; item = items.take()) {
      taken.add(item);
    }
    return taken;
  }

  @Test
  void itemsArriveInOrder() {
    within(
        () -> {
          try (HandOver<Integer> items =
              start(
                  3,
                  out -> {
                    for (int i = 0; i < 1000; i++) {
                      out.put(i);
                    }
                  })) {
            assertThat(takeAll(items)).isEqualTo(IntStream.range(0, 1000).boxed().toList());
            assertThat(items.take()).isNull();
          }
        });
  }

  @Test
  void theProducerIsAheadByWhatThereIsRoomFor() {
    within(
        () -> {
          AtomicInteger put = new AtomicInteger();
          AtomicReference<Thread> producer = new AtomicReference<>();
          try (HandOver<Integer> items =
              start(
                  3,
                  out -> {
                    producer.set(Thread.currentThread());
                    for (int i = 0; i < 100; i++) {
                      out.put(i);
                      put.incrementAndGet();
                    }
                  })) {
            for (int taken = 0; taken < 97; taken++) {
              while (put.get() < taken + 3) {
                Thread.onSpinWait();
              }
              awaitState(producer.get(), Thread.State.WAITING);
              assertThat(put).hasValue(taken + 3);
              assertThat(items.take()).isEqualTo(taken);
            }
          }
        });
  }

  @Test
  void theProducersFailureComesOnceAfterItsItems() {
    within(
        () -> {
          for (Throwable failure :
              List.of(new IllegalStateException("no"), new StackOverflowError())) {
            List<Integer> taken = new ArrayList<>();
            try (HandOver<Integer> items =
                start(
                    8,
                    out -> {
                      out.put(1);
                      out.put(2);
                      CompilerThread.rethrow(failure);
                    })) {
              taken.add(items.take());
              taken.add(items.take());
              assertThatThrownBy(items::take).isSameAs(failure);
              assertThat(items.take()).isNull();
            }
            assertThat(taken).containsExactly(1, 2);
          }
        });
  }

  @Test
  void theConsumersFailureEndsAWaitingProducer() {
    within(
        () -> {
          AtomicReference<RuntimeException> seen = new AtomicReference<>();
          RuntimeException failure = new IllegalArgumentException("a call failed");
          assertThatThrownBy(
                  () -> {
                    try (HandOver<Integer> items =
                        start(1, recorded(seen, HandOverTest::endless))) {
                      items.take();
                      throw failure;
                    }
                  })
              .isSameAs(failure)
              .hasNoSuppressedExceptions();
          assertThat(seen.get()).isInstanceOf(HandOver.Abandoned.class);
        });
  }

  @Test
  void aFailureOfEachSideIsSeenOnce() {
    within(
        () -> {
          CountDownLatch hasTaken = new CountDownLatch(1);
          RuntimeException planning = new IllegalStateException("planning failed");
          RuntimeException running = new IllegalArgumentException("a call failed");
          assertThatThrownBy(
                  () -> {
                    try (HandOver<Integer> items =
                        start(
                            1,
                            out -> {
                              out.put(0);
                              Threads.await(hasTaken);
                              throw planning;
                            })) {
                      items.take();
                      hasTaken.countDown();
                      throw running;
                    }
                  })
              .isSameAs(running)
              .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(planning));
        });
  }

  @Test
  void leavingEarlyDoesNotHideTheProducersFailure() {
    within(
        () -> {
          RuntimeException planning = new IllegalStateException("planning failed");
          HandOver<Integer> items =
              start(
                  1,
                  out -> {
                    throw planning;
                  });
          assertThatThrownBy(items::close).isSameAs(planning);
          items.close();
        });
  }

  @Test
  void answersReachTheProducer() {
    within(
        () -> {
          record Question(int number, HandOver.Answer<Integer> square) {}
          List<Integer> answers = new ArrayList<>();
          try (HandOver<Question> questions =
              HandOver.start(
                  compiler,
                  2,
                  (HandOver<Question> out) -> {
                    for (int i = 0; i < 1000; i++) {
                      Question question = new Question(i, out.ask());
                      out.put(question);
                      answers.add(out.await(question.square()));
                    }
                    Question last = new Question(-1, out.ask());
                    out.put(last);
                    assertThat(out.await(last.square())).isNull();
                  })) {
            for (Question next = questions.take(); next != null; next = questions.take()) {
              next.square().give(next.number() < 0 ? null : next.number() * next.number());
            }
          }
          assertThat(answers).hasSize(1000).startsWith(0, 1, 4).endsWith(999 * 999);
        });
  }

  @Test
  void anAnswerMayComeBeforeItIsWaitedFor() {
    within(
        () -> {
          CountDownLatch isGiven = new CountDownLatch(1);
          AtomicReference<String> answer = new AtomicReference<>();
          try (HandOver<HandOver.Answer<String>> questions =
              HandOver.start(
                  compiler,
                  1,
                  (HandOver<HandOver.Answer<String>> out) -> {
                    HandOver.Answer<String> question = out.ask();
                    out.put(question);
                    Threads.await(isGiven);
                    answer.set(out.await(question));
                  })) {
            HandOver.Answer<String> question = questions.take();
            question.give("early");
            isGiven.countDown();
            assertThat(questions.take()).isNull();
            assertThatThrownBy(() -> question.give("again"))
                .isInstanceOf(IllegalStateException.class);
          }
          assertThat(answer).hasValue("early");
        });
  }

  @Test
  void aForgottenAnswerIsAnErrorAndNoDeadlock() {
    within(
        () -> {
          AtomicReference<RuntimeException> seen = new AtomicReference<>();
          assertThatThrownBy(
                  () -> {
                    try (HandOver<Integer> items =
                        start(1, recorded(seen, HandOverTest::waitsForAnAnswer))) {
                      takeAll(items);
                    }
                  })
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("asked for an answer");
          assertThat(seen.get()).isInstanceOf(HandOver.Abandoned.class);
        });
  }

  @Test
  void givingUpWakesAProducerThatWaitsForAnAnswer() {
    within(
        () -> {
          AtomicReference<RuntimeException> seen = new AtomicReference<>();
          try (HandOver<Integer> items = start(1, recorded(seen, HandOverTest::waitsForAnAnswer))) {
            assertThat(items.take()).isZero();
          }
          assertThat(seen.get()).isInstanceOf(HandOver.Abandoned.class);
        });
  }

  @Test
  void anInterruptedConsumerLeavesNothingRunning() {
    within(
        () -> {
          AtomicReference<RuntimeException> seen = new AtomicReference<>();
          try (HandOver<Integer> items = start(1, recorded(seen, HandOverTest::endless))) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(items::take)
                .isInstanceOfSatisfying(
                    RunCancelled.class,
                    e -> assertThat(e.reason()).isEqualTo("the calling thread was interrupted"));
            assertThat(seen.get()).isInstanceOf(HandOver.Abandoned.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThatThrownBy(items::take)
                .as("it stays cancelled")
                .isInstanceOf(RunCancelled.class);
          }
        });
  }

  @Test
  void anInterruptWakesAWaitingConsumer() {
    within(
        () -> {
          Thread consumer = Thread.currentThread();
          AtomicReference<RuntimeException> seen = new AtomicReference<>();
          try (HandOver<Integer> items =
              start(
                  1,
                  recorded(
                      seen,
                      out -> {
                        awaitState(consumer, Thread.State.WAITING);
                        consumer.interrupt();
                        endless(out);
                      }))) {
            assertThatThrownBy(() -> takeAll(items)).isInstanceOf(RunCancelled.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(seen.get()).isInstanceOf(HandOver.Abandoned.class);
          }
        });
  }

  @Test
  void anInterruptedProducerEndsThePass() {
    within(
        () -> {
          try (HandOver<Integer> items =
              start(
                  1,
                  out -> {
                    Thread.currentThread().interrupt();
                    out.put(1);
                  })) {
            assertThatThrownBy(items::take)
                .isInstanceOfSatisfying(
                    RunCancelled.class,
                    e -> assertThat(e.reason()).isEqualTo("the compiler thread was interrupted"));
          }
          try (HandOver<Integer> items = start(1, out -> out.put(7))) {
            assertThat(takeAll(items)).containsExactly(7);
          }
        });
  }

  @Test
  void closingTheThreadEndsBothSides() {
    within(
        () -> {
          AtomicReference<RuntimeException> seen = new AtomicReference<>();
          FutureTask<Void> closer = new FutureTask<>(compiler::close, null);
          try (HandOver<Integer> items = start(2, recorded(seen, HandOverTest::endless))) {
            items.take();
            new Thread(closer, "closer").start();
            assertThatThrownBy(() -> takeAll(items))
                .isInstanceOfSatisfying(
                    RunCancelled.class,
                    e -> assertThat(e.reason()).isEqualTo("the executor was closed"));
            assertThat(seen.get()).isInstanceOf(HandOver.Abandoned.class);
          }
          closer.get();
          assertThatThrownBy(() -> start(1, HandOverTest::endless))
              .isInstanceOf(RunCancelled.class);
        });
  }

  @Test
  void aPassWithinAPassIsRefused() {
    within(
        () -> {
          try (HandOver<Integer> items = start(1, HandOverTest::endless)) {
            items.take();
            assertThatThrownBy(() -> start(1, HandOverTest::endless))
                .isInstanceOf(IllegalStateException.class);
            assertThat(items.take()).isEqualTo(1);
          }
        });
  }

  @Test
  void roomIsNeeded() {
    assertThatThrownBy(() -> start(0, HandOverTest::endless))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not 0");
    assertThat(compiler.started()).isZero();
  }

  private static void endless(HandOver<Integer> out) {
    for (int i = 0; ; i++) {
      out.put(i);
    }
  }

  private static void waitsForAnAnswer(HandOver<Integer> out) {
    HandOver.Answer<Integer> answer = out.ask();
    out.put(0);
    throw new AssertionError("an answer that nobody gave: " + out.await(answer));
  }

  private static Consumer<HandOver<Integer>> recorded(
      AtomicReference<RuntimeException> seen, Consumer<HandOver<Integer>> producer) {
    return out -> {
      try {
        producer.accept(out);
      } catch (RuntimeException e) {
        seen.set(e);
        throw e;
      }
    };
  }

  private static void awaitState(Thread thread, Thread.State state) {
    while (thread.getState() != state) {
      Thread.onSpinWait();
    }
  }
}
