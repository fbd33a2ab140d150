package io.pelton.cpu.property;

import java.io.Serial;

/** Arms of a branch came to nothing; their nodes stay behind, unread. */
final class Abandoned extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  Abandoned(String reason) {
    super(reason);
  }
}
