package io.pelton.engine.executable;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/**
 * Knows the tensors of the run before, of which all that does not depend on elements still holds in
 * the next: they say where elements lie, and that never changes. Strings are none of them, since
 * their storage may shrink.
 */
final class SameTensors {
  private final Tensor[] known;
  private boolean areKnown;

  /**
   * @param count how many there are
   */
  SameTensors(int count) {
    this.known = new Tensor[count];
  }

  /** True for the objects that were remembered last. */
  @SuppressWarnings("ReferenceEquality") // equal ones would take longer to compare than to check
  boolean are(Tensor[] tensors) {
    if (!areKnown || tensors.length != known.length) {
      return false;
    }
    for (int slot = 0; slot < known.length; slot++) {
      if (tensors[slot] != known[slot]) {
        return false;
      }
    }
    return true;
  }

  void remember(Tensor[] tensors) {
    areKnown = true;
    for (int slot = 0; slot < known.length; slot++) {
      known[slot] = tensors[slot];
      areKnown &= tensors[slot].dtype() != DType.STRING;
    }
  }

  void forget() {
    areKnown = false;
    Arrays.fill(known, null);
  }
}
