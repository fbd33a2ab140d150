package io.pelton.examples.cli.verify;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Map;

/** A model that is ready to run. */
interface Model extends AutoCloseable {
  List<Port> inputs();

  List<Port> outputs();

  /** True when it draws random numbers, which no file can fix for every generator. */
  boolean isRandom();

  /** Outputs by name, owned by the caller. */
  Map<String, Value> run(Map<String, Tensor> inputs);

  /** Releases what it holds beside the heap, which need not be anything. */
  @Override
  default void close() {}
}
