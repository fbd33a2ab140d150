package io.pelton.flink.text;

/** Cuts a piece of text into tokens of a vocabulary. */
interface SubwordModel {
  /** Appends the ids of a piece, which is not empty. */
  void tokenize(String piece, IdList ids);

  /** The id of a token by its text, or -1. */
  int id(String token);

  /** How many tokens there are; ids of added tokens follow from it. */
  int size();
}
