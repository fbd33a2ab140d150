package io.pelton.flink.text;

/**
 * A token that is found in a text before everything else.
 *
 * @param singleWord found only where no word goes on beside it
 * @param lstrip takes the white space before it
 * @param rstrip takes the white space after it
 * @param normalized found in the normalized text, itself normalized
 * @param special part of the format rather than of texts; makes no difference to what is found
 */
record AddedToken(
    String content,
    boolean singleWord,
    boolean lstrip,
    boolean rstrip,
    boolean normalized,
    boolean special) {
  static AddedToken of(JsonPart part) {
    part.only("id", "content", "single_word", "lstrip", "rstrip", "normalized", "special");
    part.get("id").number();
    return new AddedToken(
        part.text("content"),
        part.flag("single_word"),
        part.flag("lstrip"),
        part.flag("rstrip"),
        part.flag("normalized"),
        part.flag("special"));
  }
}
