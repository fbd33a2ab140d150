package io.pelton.arrow.avro;

/** The index of a symbol or of a union's branch. */
final class ChoiceIndex {
  private ChoiceIndex() {}

  static int read(AvroInput input, int count) {
    int index = input.readInt();
    if (index < 0 || index >= count) {
      throw input.invalid("index " + index + " where there are " + count + " to choose from");
    }
    return index;
  }
}
