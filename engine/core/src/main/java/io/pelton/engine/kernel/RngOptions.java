package io.pelton.engine.kernel;

import java.util.Objects;

/**
 * Where the numbers of random ops come from.
 *
 * @param seed all of them follow from it, from the key of the node and from where an element lies
 *     in its tensor: the same seed gives the same bits in every run, on any thread
 */
public record RngOptions(long seed, Generator generator) {
  /** Philox from seed 0. */
  public static final RngOptions DEFAULT = new RngOptions(0, Generator.PHILOX);

  public RngOptions {
    Objects.requireNonNull(generator, "generator");
  }

  /** How numbers are made of a seed. */
  public enum Generator {
    /** Philox4x32-10, counter based: any element can be made without the others. */
    PHILOX,
    /** Every draw is 0: what stays is the arithmetic around it. */
    ZERO,
    /** The sequence that ONNX Runtime's CPU provider draws on Linux from the same seed. */
    ONNX_RUNTIME
  }
}
