package io.pelton.onnx.oracle;

import io.pelton.engine.tensor.Value;
import java.util.Map;

/** What became of a batch. */
public sealed interface Answer {
  /** Outputs by name. */
  record Outputs(Map<String, Value> values) implements Answer {}

  /** An error, as text. */
  record Refused(String message) implements Answer {}

  /** The peer died over the case, or did not answer in time. */
  record Crashed() implements Answer {}

  /** The batch is known to be beyond the peer. */
  record NotAsked() implements Answer {}
}
