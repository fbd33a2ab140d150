package io.pelton.engine.realize;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.error.RunCancelled;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** One pass whose length, delays, questions, failures and mischief follow from a seed. */
final class RandomPass {
  private static final int NEVER = Integer.MAX_VALUE;

  /** What a pass came to. */
  enum End {
    COMPLETE,
    PRODUCER_FAILED,
    CONSUMER_FAILED,
    CONSUMER_INTERRUPTED,
    PRODUCER_INTERRUPTED,
    CLOSED
  }

  private enum Mischief {
    NONE,
    INTERRUPT_CONSUMER,
    INTERRUPT_PRODUCER,
    CLOSE
  }

  /** A number, and a question where the producer waits for its square. */
  private record Item(int number, HandOver.Answer<Long> square) {}

  private final long seed;
  private final int items;
  private final int capacity;
  private final int producerFailsAt;
  private final int consumerFailsAt;
  private final Mischief mischief;
  private final boolean producerTriggers;
  private final int triggerAt;
  private final int patience;
  private final CountDownLatch trigger = new CountDownLatch(1);
  private final RuntimeException producerFailure = new IllegalStateException("planning failed");
  private final RuntimeException consumerFailure = new IllegalArgumentException("a call failed");
  private volatile Thread producer;
  private volatile boolean isProducing;
  private volatile boolean isRunning;
  private int taken;

  RandomPass(long seed) {
    Random random = new Random(seed);
    this.seed = seed;
    this.items = random.nextInt(20);
    this.capacity = 1 + random.nextInt(4);
    this.producerFailsAt = random.nextInt(4) == 0 ? random.nextInt(items + 1) : NEVER;
    this.consumerFailsAt = random.nextInt(4) == 0 ? random.nextInt(items + 1) : NEVER;
    this.mischief = Mischief.values()[random.nextInt(Mischief.values().length)];
    this.producerTriggers = random.nextBoolean();
    this.triggerAt = random.nextInt(items + 1);
    this.patience = random.nextInt(200);
  }

  /** Runs, and checks all that can be told of how it must end. */
  End run(Passes passes) {
    Thread consumer = Thread.currentThread();
    Future<?> done = passes.later(() -> disturb(passes, consumer));
    RuntimeException thrown = null;
    boolean hasLeft = false;
    passes.guard().enter();
    isRunning = true;
    try (HandOver<Item> handOver = HandOver.start(passes.compiler(), capacity, this::produce)) {
      consume(passes, handOver);
    } catch (IllegalStateException | IllegalArgumentException | RunCancelled e) {
      thrown = e;
    } finally {
      hasLeft = !isProducing;
      isRunning = false;
      passes.guard().exit();
      trigger.countDown();
    }
    assertThat(hasLeft).as("seed %d: the producer has left", seed).isTrue();
    boolean isInterrupted = Passes.awaitEnd(done);
    assertThat(isInterrupted)
        .as("seed %d: interrupt flag", seed)
        .isEqualTo(mischief == Mischief.INTERRUPT_CONSUMER);
    if (mischief == Mischief.CLOSE) {
      assertThat(Threads.named(passes.compiler().name())).as("seed %d: threads", seed).isZero();
      passes.renew();
    } else {
      assertThat(passes.compiler().started()).as("seed %d: threads", seed).isEqualTo(1);
    }
    return thrown instanceof RunCancelled cancelled ? cut(cancelled) : whole(thrown);
  }

  private void disturb(Passes passes, Thread consumer) {
    Threads.await(trigger);
    delay(patience);
    switch (mischief) {
      case NONE -> {}
      case INTERRUPT_CONSUMER -> consumer.interrupt();
      case INTERRUPT_PRODUCER -> {
        if (isProducing) {
          producer.interrupt();
        }
      }
      case CLOSE -> {
        passes.closeCompiler();
        assertThat(isRunning).as("seed %d: closed while the pass runs", seed).isFalse();
      }
    }
  }

  private void produce(HandOver<Item> out) {
    Random random = new Random(~seed);
    producer = Thread.currentThread();
    isProducing = true;
    try {
      for (int i = 0; i <= items; i++) {
        delay(random.nextInt(60));
        if (i == triggerAt && producerTriggers) {
          trigger.countDown();
        }
        if (i == producerFailsAt) {
          throw producerFailure;
        }
        if (i < items) {
          put(out, i, random.nextInt(4) == 0);
        }
      }
    } finally {
      delay(random.nextInt(60));
      isProducing = false;
    }
  }

  private static void put(HandOver<Item> out, int number, boolean asks) {
    HandOver.Answer<Long> square = asks ? out.ask() : null;
    out.put(new Item(number, square));
    if (asks && out.await(square) != (long) number * number) {
      throw new AssertionError("a wrong square of " + number);
    }
  }

  private void consume(Passes passes, HandOver<Item> handOver) {
    Random random = new Random(seed + 1);
    for (Item item = handOver.take(); item != null; item = handOver.take()) {
      passes.guard().checkRunning();
      delay(random.nextInt(60));
      assertThat(item.number()).as("seed %d: order", seed).isEqualTo(taken);
      if (taken == triggerAt && !producerTriggers) {
        trigger.countDown();
      }
      if (taken == consumerFailsAt) {
        throw consumerFailure;
      }
      taken++;
      if (item.square() != null) {
        item.square().give((long) item.number() * item.number());
      }
    }
  }

  /** It ran to where it had to, mischief or not. */
  private End whole(RuntimeException thrown) {
    if (thrown != null && thrown == consumerFailure) {
      assertThat(taken).as("seed %d: taken", seed).isEqualTo(consumerFailsAt);
      assertThat(producerFailsAt).as("seed %d: fails first", seed).isGreaterThan(consumerFailsAt);
      checkSuppressed(thrown);
      return End.CONSUMER_FAILED;
    }
    assertThat(thrown)
        .as("seed %d: failure", seed)
        .isSameAs(producerFailsAt == NEVER ? null : producerFailure);
    int expected = Math.min(items, producerFailsAt);
    assertThat(taken).as("seed %d: taken", seed).isEqualTo(expected);
    assertThat(consumerFailsAt).as("seed %d: fails later", seed).isGreaterThanOrEqualTo(expected);
    if (thrown == null) {
      return End.COMPLETE;
    }
    assertThat(thrown.getSuppressed()).as("seed %d: seen once", seed).isEmpty();
    return End.PRODUCER_FAILED;
  }

  /** Mischief ended it early. */
  private End cut(RunCancelled cancelled) {
    checkSuppressed(cancelled);
    assertThat(taken)
        .as("seed %d: taken", seed)
        .isLessThanOrEqualTo(Math.min(items, Math.min(producerFailsAt, consumerFailsAt)));
    String reason =
        switch (mischief) {
          case NONE -> "nothing may cancel it";
          case INTERRUPT_CONSUMER -> "the calling thread was interrupted";
          case INTERRUPT_PRODUCER -> "the compiler thread was interrupted";
          case CLOSE -> "the executor was closed";
        };
    assertThat(cancelled.reason()).as("seed %d: reason", seed).isEqualTo(reason);
    return switch (mischief) {
      case INTERRUPT_CONSUMER -> End.CONSUMER_INTERRUPTED;
      case INTERRUPT_PRODUCER -> End.PRODUCER_INTERRUPTED;
      default -> End.CLOSED;
    };
  }

  /** The producer may have failed, too, before it knew. */
  private void checkSuppressed(RuntimeException thrown) {
    assertThat(thrown.getSuppressed()).as("seed %d: suppressed", seed).isSubsetOf(producerFailure);
  }

  private static void delay(int turns) {
    for (int i = 0; i < turns; i++) {
      if (i % 32 == 31) {
        LockSupport.parkNanos(1);
      } else {
        Thread.onSpinWait();
      }
    }
  }
}
