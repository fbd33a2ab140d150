package io.pelton.flink.operator;

/** Every batch takes the same number of rows. */
record FixedSizing(int rows, long lingerMillis) implements BatchSizing {
  @Override
  public void processing() {
    // nothing depends on it
  }

  @Override
  public void processed(int batchRows) {
    // nothing depends on it
  }
}
