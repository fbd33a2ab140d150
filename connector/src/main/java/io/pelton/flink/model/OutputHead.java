package io.pelton.flink.model;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.flink.text.Pooling;
import java.io.Serializable;
import org.apache.flink.annotation.Internal;

/**
 * What a model's output goes through before it comes out, as nodes behind the model's own: one
 * vector for a text's tokens, and one of length 1. The output keeps its name.
 *
 * @param pooling of an output of shape [N,L,D], which becomes [N,D]
 * @param normalizes whether vectors are divided by their Euclidean length
 * @param inputs where the mask is
 */
@Internal
public record OutputHead(Pooling pooling, boolean normalizes, TextInputs inputs)
    implements Serializable {
  /** Outputs come out as the model gives them. */
  public static final OutputHead NONE = new OutputHead(Pooling.NONE, false, TextInputs.USUAL);

  /** Whether outputs come out as the model gives them. */
  public boolean isNone() {
    return pooling == Pooling.NONE && !normalizes;
  }

  /**
   * The model with this head.
   *
   * @throws io.pelton.flink.error.InvalidSetting for a model with no output that suits it
   */
  NamedGraph on(NamedGraph model) {
    return isNone() ? model : new HeadBuilder(this, model).build();
  }
}
