package io.pelton.cpu.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.Op;
import io.pelton.engine.tensor.Tensor;

/** What holds for every op that stands for others. */
public final class FusedChecks {
  private FusedChecks() {}

  /** The kernel of the op gives the bits of its decomposition. */
  public static void assertSameBits(String description, Op op, Tensor... operands) {
    Tensor found = Cpu.evaluate(op, operands);
    Tensor expected = Decomposed.evaluate(op, operands);
    assertThat(found.dims()).as(description).containsExactly(expected.dims());
    assertThat(found.dtype()).as(description).isEqualTo(expected.dtype());
    assertThat(Cpu.elements(found)).as(description).isEqualTo(Cpu.elements(expected));
  }
}
