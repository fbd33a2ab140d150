package io.pelton.onnx.oracle;

/**
 * What came of one batch of a case.
 *
 * @param detail for the reader; empty where there is agreement
 */
public record Outcome(Kind kind, String detail) {
  public enum Kind {
    /** Outputs agree with the peer's, or with what is right where the peer is wrong. */
    AGREED,
    /** Both have an error. */
    BOTH_REFUSED,
    /** The peer has an error, or an operator that it lacks. */
    PEER_REFUSED,
    PEER_CRASHED,
    NOT_ASKED,
    /** Outputs differ, or only we have an error. */
    DIFFERENT
  }
}
