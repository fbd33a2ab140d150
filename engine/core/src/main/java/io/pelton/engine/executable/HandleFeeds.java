package io.pelton.engine.executable;

import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Map;

/**
 * Outputs that become the contents of handles after every run, on the device: the state of one run
 * is the input of the next. Present where {@link ResidentHandles} is.
 */
public non-sealed interface HandleFeeds extends ExecutableCapability {
  /**
   * After each run, whatever of its outputs is read, {@code output} replaces the contents of the
   * handle, also where the run was given another value for it. A feed stays until it is removed. A
   * run whose output has lengths that the handle can't have is an {@code InputMismatch} and feeds
   * none.
   *
   * @param input given to the next run, where nothing is bound or prepared before it
   * @param output its index
   * @throws io.pelton.engine.error.UnknownName when there is no such input or output
   * @throws io.pelton.engine.error.InputMismatch when their types can't be the same
   */
  void feed(String input, int output);

  /**
   * Ends the feed of a handle, which keeps its contents; of no effect where there is none.
   *
   * @throws io.pelton.engine.error.UnknownName when there is no such input
   */
  void remove(String input);

  /**
   * Feeds the handle in this run and every later one, and reads the output.
   *
   * @param inputs as {@link ExecutableGraph#run(Map)} takes them, with the same errors
   * @return a copy of the output, owned by the caller
   */
  Value runAndFeed(Map<String, Tensor> inputs, String input, int output);
}
