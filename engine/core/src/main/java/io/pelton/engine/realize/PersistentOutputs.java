package io.pelton.engine.realize;

/** Memory for results that stays where it is from pass to pass. Used by one pass at a time. */
public final class PersistentOutputs implements AutoCloseable {
  @Override
  public void close() {}
}
