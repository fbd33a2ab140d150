package io.pelton.engine.realize;

import io.pelton.engine.error.RunCancelled;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Hands what a compiler thread produces over to the thread that started it, in order and bounded.
 * The consumer uses it as a resource: leaving the block early makes the producer end, and waits
 * until it has, so that nothing of a pass outlives it.
 */
final class HandOver<T> implements AutoCloseable {
  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition toProducer = lock.newCondition();
  private final Condition toConsumer = lock.newCondition();
  private final ArrayDeque<T> items = new ArrayDeque<>();
  private CompilerThread.Job job;

  /** Why the producer must end early; null while it need not. */
  private String stop;

  private Answer<?> awaited;
  private boolean hasEnded;

  /** What the producer threw, until the consumer has seen it. */
  private Throwable failure;

  /** Ends a producer whose consumer gave up. Not to be caught, except to release and rethrow. */
  static final class Abandoned extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Abandoned() {
      super("the consumer gave up", null, false, false);
    }
  }

  /** A value that the consumer computes for the producer. */
  static final class Answer<V> {
    private final HandOver<?> owner;
    private V value;
    private boolean isGiven;

    private Answer(HandOver<?> owner) {
      this.owner = owner;
    }

    /**
     * By the consumer, once, before it takes the next item.
     *
     * @throws IllegalStateException the second time
     */
    void give(V result) {
      owner.lock.lock();
      try {
        if (isGiven) {
          throw new IllegalStateException("an answer is given once");
        }
        value = result;
        isGiven = true;
        if (owner.awaited == this) {
          owner.awaited = null;
          owner.toProducer.signal();
        }
      } finally {
        owner.lock.unlock();
      }
    }
  }

  private HandOver(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a hand-over needs room for an item, not " + capacity);
    }
    this.capacity = capacity;
  }

  /**
   * Starts a producer.
   *
   * @param capacity how many items it may be ahead of the consumer
   * @throws RunCancelled when the thread is closed
   * @throws IllegalStateException when it runs another job
   */
  static <T> HandOver<T> start(
      CompilerThread thread, int capacity, Consumer<? super HandOver<T>> producer) {
    HandOver<T> handOver = new HandOver<>(capacity);
    handOver.job = thread.submit(() -> handOver.produce(producer), handOver::cancel);
    return handOver;
  }

  private void produce(Consumer<? super HandOver<T>> producer) {
    Throwable thrown = null;
    try {
      producer.accept(this);
    } catch (Abandoned e) {
      // The consumer knows why.
    } catch (Throwable e) {
      thrown = e; // checked ones too, which a language other than Java may throw
    }
    lock.lock();
    try {
      hasEnded = true;
      failure = thrown;
      toConsumer.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * By the producer: adds an item, when there is room.
   *
   * @throws Abandoned when the consumer takes no more
   */
  void put(T item) {
    lockOrAbandon();
    try {
      while (stop == null && items.size() == capacity) {
        toProducer.await();
      }
      checkWanted();
      items.add(item);
      toConsumer.signal();
    } catch (InterruptedException e) {
      throw interrupted();
    } finally {
      lock.unlock();
    }
  }

  /** By the producer: what an item can carry to ask the consumer for a value. */
  <V> Answer<V> ask() {
    return new Answer<>(this);
  }

  /**
   * By the producer, after it put the item that carries the question.
   *
   * @return the consumer's answer; may be null
   * @throws Abandoned when there won't be one
   */
  <V> V await(Answer<V> answer) {
    lockOrAbandon();
    try {
      while (stop == null && !answer.isGiven) {
        awaited = answer;
        toConsumer.signal();
        toProducer.await();
      }
      checkWanted();
      return answer.value;
    } catch (InterruptedException e) {
      throw interrupted();
    } finally {
      lock.unlock();
    }
  }

  private void lockOrAbandon() {
    try {
      lock.lockInterruptibly();
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private void checkWanted() {
    if (stop != null) {
      throw new Abandoned();
    }
  }

  private Abandoned interrupted() {
    cancel("the compiler thread was interrupted");
    Thread.currentThread().interrupt();
    return new Abandoned();
  }

  /**
   * By the consumer: the next item, when there is one.
   *
   * @return null after the last one
   * @throws RunCancelled when the thread was interrupted, which it is again, or the pass cancelled;
   *     the producer has ended then
   * @throws RuntimeException or an error: what the producer threw, once, in the place of its next
   *     item
   * @throws IllegalStateException when the producer waits for an answer that was not given
   */
  T take() {
    boolean isInterrupted = false;
    try {
      lock.lockInterruptibly();
      try {
        while (stop == null) {
          if (!items.isEmpty()) {
            toProducer.signal();
            return items.remove();
          }
          if (hasEnded) {
            throwFailure();
            return null;
          }
          if (awaited != null) {
            throw new IllegalStateException(
                "the item that was taken last asked for an answer, and none was given");
          }
          toConsumer.await();
        }
      } finally {
        lock.unlock();
      }
    } catch (InterruptedException e) {
      isInterrupted = true;
      cancel("the calling thread was interrupted");
    }
    job.join();
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    throw new RunCancelled(stop);
  }

  /**
   * By any thread: makes both sides end early, whatever is still to be taken. The first reason is
   * the one that counts.
   */
  void cancel(String reason) {
    lock.lock();
    try {
      if (stop == null) {
        stop = reason;
        items.clear();
        toProducer.signal();
        toConsumer.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * By the consumer: takes no more, and waits until the producer has ended.
   *
   * @throws RuntimeException or an error: what the producer threw, if the consumer has not seen it
   */
  @Override
  public void close() {
    cancel("its results were not waited for");
    job.join();
    throwFailure();
  }

  private void throwFailure() {
    Throwable thrown = failure;
    failure = null;
    if (thrown != null) {
      CompilerThread.rethrow(thrown);
    }
  }
}
