package io.pelton.flink;

import org.apache.flink.annotation.PublicEvolving;

/** What becomes of a list that is longer than a {@link LengthPolicy} allows. */
@PublicEvolving
public enum Truncation {
  /** Its record can't be scored, which is a matter of the error policy. */
  REFUSE,
  /** Its first elements are scored, the rest is not looked at. */
  FIRST,
  /** Its last elements are scored, those before are not looked at. */
  LAST
}
