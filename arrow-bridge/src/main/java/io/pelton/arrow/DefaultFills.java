package io.pelton.arrow;

/** Lets a builder write at once what stands for nulls, so that they are none any more. */
final class DefaultFills {
  private DefaultFills() {}

  /** For columns of single values whose inputs all put the same default into nulls. */
  static void of(ArrowBatchBuilder builder, InputBinder[] binders) {
    NullPolicy[] policies = new NullPolicy[builder.schema().getFields().size()];
    boolean[] mixed = new boolean[policies.length];
    for (InputBinder binder : binders) {
      for (BoundColumn column : binder.columns()) {
        int at = column.position();
        mixed[at] |=
            binder instanceof ListInput
                || (policies[at] != null && !policies[at].equals(binder.nulls));
        policies[at] = binder.nulls;
      }
    }
    for (int column = 0; column < policies.length; column++) {
      Object value = mixed[column] ? null : value(policies[column]);
      if (value != null) {
        builder.fillNulls(column, value);
      }
    }
  }

  /** Null where the policy has none. */
  private static Object value(NullPolicy policy) {
    if (policy instanceof NullPolicy.DefaultText text) {
      return text.value();
    }
    if (policy instanceof NullPolicy.DefaultReal number) {
      return number.value();
    }
    return policy instanceof NullPolicy.DefaultInteger number ? number.value() : null;
  }
}
