package io.pelton.cpu.vector.quantize;

import io.pelton.engine.kernel.PackedWeights;
import java.util.List;

/** A constant right operand, shared by all executables. */
record PackedParts(List<Part> parts) implements PackedWeights {
  @Override
  public long byteLength() {
    return parts.stream().mapToLong(part -> 4L * part.panels().length).sum();
  }
}
