package io.pelton.cpu.kernel.recurrent;

/**
 * One step of a network, after {@link Gates#read}.
 *
 * @param <A> array type of the lane
 */
interface Cell<A> {
  /** To be called once a run, after {@link Gates#start}. */
  default void start() {}

  /**
   * @param h the hidden state, replaced by the next one
   * @param c the cell state likewise, of cells that have one
   */
  void step(int direction, A h, A c);
}
