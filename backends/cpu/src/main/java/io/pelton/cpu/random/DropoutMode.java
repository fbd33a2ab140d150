package io.pelton.cpu.random;

import io.pelton.cpu.block.FloatBlocks;
import io.pelton.cpu.block.LongBlocks;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** What a run drops, as operands 1 and 2 of Dropout say. */
final class DropoutMode {
  private final NodeSpec node;
  private final FloatBlocks ratio;
  private final LongBlocks trains;

  DropoutMode(NodeSpec node, Operand[] in) {
    this.node = node;
    this.ratio = FloatBlocks.of(in[1], in[1].layout().dims());
    this.trains = LongBlocks.of(in[2], in[2].layout().dims());
  }

  /**
   * The ratio that is dropped; 0 when the run does not train.
   *
   * @throws io.pelton.engine.error.InvalidValue when it is not from 0 to before 1
   */
  float ratio() {
    trains.read(0, 1);
    if (trains.array()[trains.at()] == 0) {
      return 0;
    }
    ratio.read(0, 1);
    float given = ratio.array()[ratio.at()];
    if (!(given >= 0 && given < 1)) {
      throw node.invalid(-1, "the ratio should be from 0 to before 1 but is " + given);
    }
    return given;
  }
}
