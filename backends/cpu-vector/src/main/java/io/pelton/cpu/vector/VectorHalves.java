package io.pelton.cpu.vector;

import io.pelton.cpu.block.HalfLoops;
import io.pelton.cpu.vector.half.VectorHalfLoops;
import io.pelton.engine.kernel.Probe;
import java.util.Optional;

/** Loops on 16-bit floats by vectors, where the JVM has these. */
public final class VectorHalves implements HalfLoops.Source {
  @Override
  public Optional<HalfLoops> loops() {
    return VectorProbe.result() instanceof Probe.Usable
        ? Optional.of(new VectorHalfLoops())
        : Optional.empty();
  }
}
