package io.pelton.engine.realize;

/** Plans of one realization, by the shapes of its inputs. Used by one pass at a time. */
public final class OrderCache implements AutoCloseable {
  @Override
  public void close() {}
}
