package io.pelton.engine.executable;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A compiled graph with memory of its own, which runs again and again without allocating. Movable
 * between threads but used by one at a time; others of the same {@link CompiledGraph} share its
 * weights.
 */
public interface ExecutableGraph extends AutoCloseable {
  /** In slot order. */
  List<Port> inputs();

  /** In slot order. */
  List<Port> outputs();

  /**
   * Runs on named inputs and copies the outputs out.
   *
   * @param inputs exactly the declared names; those with a bound handle may be left out
   * @return outputs by name, in declaration order, owned by the caller
   * @throws io.pelton.engine.error.UnknownName when a name is unknown or missing
   * @throws io.pelton.engine.error.InputMismatch when an input has another dtype or shape
   * @throws io.pelton.engine.error.ParametersPending when declared parameters are not final
   * @throws io.pelton.engine.error.InvalidValue when an op refuses a value of the data
   * @throws io.pelton.engine.error.RunCancelled when the thread is interrupted while a graph runs
   *     whose shapes depend on what is computed
   */
  Map<String, Value> run(Map<String, Tensor> inputs);

  /**
   * {@link #run} that reads some outputs only; handles are fed from every output all the same.
   *
   * @param read indices of the outputs to copy out
   */
  Map<String, Value> run(Map<String, Tensor> inputs, int... read);

  /**
   * Runs on inputs by slot, which are read where they lie if the first kernels can. The outputs are
   * read through {@link #output} and {@link #slot}.
   *
   * @throws io.pelton.engine.error.InputMismatch when an input has another dtype or shape
   * @throws io.pelton.engine.error.ParametersPending when declared parameters are not final
   * @throws io.pelton.engine.error.InvalidValue when an op refuses a value of the data
   * @throws io.pelton.engine.error.RunCancelled when the thread is interrupted while a graph runs
   *     whose shapes depend on what is computed
   */
  void runSlots(Tensor... inputs);

  /** Output {@code index} of the last run, in the executable's memory: valid until the next run. */
  Value output(int index);

  /** Where tensor output {@code index} of the last run lies: valid until the next run. */
  OutputSlot slot(int index);

  /**
   * What this executable can do beyond these methods.
   *
   * @return empty where it can't; never something that silently does nothing
   */
  <T extends ExecutableCapability> Optional<T> capability(Class<T> type);

  /** Counts so far; may be asked by any thread. */
  RunStatistics statistics();

  /**
   * The plan of the last run: every node, kernel, offset and the bytes held. Where shapes depend on
   * what is computed, the plans of its segments.
   */
  String explain();

  /** Releases the memory. A run in progress on another thread ends first; later runs fail. */
  @Override
  void close();
}
