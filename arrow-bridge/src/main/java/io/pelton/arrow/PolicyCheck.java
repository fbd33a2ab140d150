package io.pelton.arrow;

import io.pelton.arrow.type.NumberSink;
import io.pelton.engine.tensor.DType;

/** Holds null policies against the inputs they are for. */
final class PolicyCheck {
  private PolicyCheck() {}

  static NullPolicy resolve(NullPolicy policy, DType dtype) {
    if (!(policy instanceof NullPolicy.Standard)) {
      return policy;
    }
    return dtype.isFloat() ? NullPolicy.nan() : NullPolicy.fail();
  }

  static void text(ModelInput input, NullPolicy nulls) {
    if (nulls instanceof NullPolicy.Nan
        || nulls instanceof NullPolicy.DefaultReal
        || nulls instanceof NullPolicy.DefaultInteger) {
      throw mismatch(input, nulls, "fail, drop or a default string");
    }
  }

  static void numbers(ModelInput input, NullPolicy nulls, NumberSink sink) {
    if (nulls instanceof NullPolicy.DefaultText || !NullFill.of(nulls).fits(sink)) {
      String allowed = input.dtype().isFloat() ? "fail, drop, nan or" : "fail, drop or";
      throw mismatch(input, nulls, allowed + " a default that " + input.dtype() + " holds");
    }
  }

  private static BindingMismatch mismatch(ModelInput input, NullPolicy nulls, String allowed) {
    return new BindingMismatch(
        input.name(),
        "",
        "a null policy for " + input.dtype() + " (" + allowed + ")",
        nulls.toString(),
        "choose one of these");
  }
}
