package io.pelton.cuda.kernel;

import io.pelton.engine.kernel.Call;
import java.util.List;

/** Calls that make up one. */
public final class Calls {
  private Calls() {}

  /** Runs each, in order. */
  public static Call inOrder(List<Call> calls) {
    if (calls.size() == 1) {
      return calls.get(0);
    }
    Call[] all = calls.toArray(Call[]::new);
    return rows -> {
      for (Call call : all) {
        call.run(rows);
      }
    };
  }
}
