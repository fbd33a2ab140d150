package io.pelton.flink.text;

import org.apache.flink.annotation.PublicEvolving;

/** Cuts text into the numbered pieces that a language model was trained on. Thread-safe. */
@PublicEvolving
public interface Tokenizer {
  /**
   * The text with the special tokens that the model expects around it.
   *
   * @param maxLength the most tokens, special ones included; what is over is cut off at the end
   */
  Tokens encode(String text, int maxLength);

  /** The id that stands for no token, for lists of one length. */
  long padId();
}
