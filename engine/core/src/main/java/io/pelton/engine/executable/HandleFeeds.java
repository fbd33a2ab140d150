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
   * handle, also where the run was given another value for it. A feed stays until it is removed.
   *
   * @param input bound or prepared before the next run
   * @throws io.pelton.engine.error.UnknownName when there is no such input or output
   * @throws io.pelton.engine.error.InputMismatch when their types can't be the same
   */
  void feed(String input, int output);

  /** Ends the feed of a handle; of no effect where there is none. */
  void remove(String input);

  /** Feeds the handle in this run and every later one, and reads the output. */
  Value runAndFeed(Map<String, Tensor> inputs, String input, int output);
}
