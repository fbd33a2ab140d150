package io.pelton.cpu.property;

/** One value of a recipe: an output slot of a step. */
record Ref(int step, int slot) {
  /** An optional operand that is not given. */
  static final Ref ABSENT = new Ref(-1, 0);

  boolean isAbsent() {
    return step < 0;
  }

  @Override
  public String toString() {
    return isAbsent() ? "-" : "v" + step + (slot == 0 ? "" : "." + slot);
  }
}
