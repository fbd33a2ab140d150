package io.pelton.engine.realize;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.tensor.Value;
import java.util.List;

/** Runs a body that a node owns, once. */
@FunctionalInterface
interface BodyRunner {
  /**
   * @param iteration of the loop whose body it is, from 0 on; 0 for other bodies
   * @param inputs one for each input of the body, in order: tensors on the host, possibly strided
   *     and possibly sharing memory, which are only read
   * @return one for each output, in order, on the host: fresh, so that they share no memory with
   *     inputs or constants, and owned by the caller, so that no later run writes them
   */
  List<Value> run(NamedGraph body, long iteration, List<Value> inputs);
}
