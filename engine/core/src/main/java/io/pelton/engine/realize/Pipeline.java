package io.pelton.engine.realize;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.realize.HandOver.Answer;
import java.util.List;
import java.util.function.Supplier;

/**
 * Compiles on a thread of its own, which is kept for the next pass, and runs on the calling one,
 * concurrently.
 */
final class Pipeline implements Dispatch, AutoCloseable {
  /** Work items that the compiler may be ahead. */
  private static final int CAPACITY = 64;

  private final CompilerThread thread = new CompilerThread();
  private final Counters counters;

  Pipeline(Counters counters) {
    this.counters = counters;
  }

  /**
   * What is handed over.
   *
   * @param answer where what an inquiry finds goes; null for other work
   */
  private record Item(Work work, Answer<Findings> answer) {}

  /** The compiler's end. */
  private record ToCaller(HandOver<Item> handOver) implements WorkChannel {
    @Override
    public void put(Work work) {
      handOver.put(new Item(work, null));
    }

    @Override
    public Findings ask(Work.Inquiry inquiry) {
      Answer<Findings> answer = handOver.ask();
      handOver.put(new Item(inquiry, answer));
      return handOver.await(answer);
    }
  }

  @Override
  public void run(PassCompiler compiler, Supplier<List<NodeId>> chunks, PassRunner runner) {
    counters.jobs.increment();
    try (HandOver<Item> handOver =
        HandOver.start(thread, CAPACITY, end -> compiler.compile(chunks, new ToCaller(end)))) {
      for (Item item = handOver.take(); item != null; item = handOver.take()) {
        if (item.work() instanceof Work.Inquiry inquiry) {
          item.answer().give(runner.answer(inquiry));
        } else {
          runner.run(item.work());
        }
      }
    }
  }

  /** As {@link CompilerThread#checkOutside}. */
  void checkOutside() {
    thread.checkOutside();
  }

  @Override
  public void close() {
    thread.close();
  }
}
