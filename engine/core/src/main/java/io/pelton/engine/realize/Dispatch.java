package io.pelton.engine.realize;

import io.pelton.engine.graph.NodeId;
import java.util.List;
import java.util.function.Supplier;

/** Brings a compiler and a runner of one pass together, on one thread or on two. */
@FunctionalInterface
interface Dispatch {
  /** One after the other on the calling thread: each step is run as soon as it is bound. */
  Dispatch INLINE =
      (compiler, chunks, runner) -> compiler.compile(chunks, new DirectChannel(runner));

  /** Returns when all work is done. */
  void run(PassCompiler compiler, Supplier<List<NodeId>> chunks, PassRunner runner);
}
