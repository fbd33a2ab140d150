package io.pelton.examples.training;

import java.io.IOException;

/** The booster's JSON model holds something a plain binary forest cannot express. */
final class UnsupportedBoosterException extends IOException {
  private static final long serialVersionUID = 1L;

  UnsupportedBoosterException(String field, String expected, String found) {
    super(
        "XGBoost model, %s: expected %s, found %s; train with binary:logistic and gbtree on numbers"
            .formatted(field, expected, found));
  }
}
