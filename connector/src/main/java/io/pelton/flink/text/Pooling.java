package io.pelton.flink.text;

import org.apache.flink.annotation.PublicEvolving;

/** How the vectors of a text's tokens become one vector, as sentence-transformers has it. */
@PublicEvolving
public enum Pooling {
  /** Not at all: what the model gives comes out. */
  NONE,
  /** The average of the tokens' vectors. */
  MEAN,
  /** The largest value of each element. */
  MAX,
  /** The vector of the first token, which many models call {@code [CLS]}. */
  CLS,
  /** The vector of the last token. */
  LAST
}
