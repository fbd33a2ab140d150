package io.pelton.cpu.kernel.pipeline;

import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import java.util.List;

/** Runs all stages on one block of rows after the other. */
final class PipelineCall implements Call {
  private final NodeSpec node;
  private final int countPerRow;
  private final int block;
  private final Window[] inputs;
  private final Window[] outputs;
  private final Call[] stages;

  /**
   * @param count rows of the operands: the node's, or those of its only one
   */
  PipelineCall(
      NodeSpec node, int count, int block, Window[] inputs, Window[] outputs, List<Call> stages) {
    this.node = node;
    this.countPerRow = count / node.rows();
    this.block = block;
    this.inputs = inputs;
    this.outputs = outputs;
    this.stages = stages.toArray(new Call[0]);
  }

  @Override
  public void run(int active) {
    int end = active * countPerRow;
    for (Window output : outputs) {
      output.start();
    }
    for (int from = 0; from < end; from += block) {
      for (Window input : inputs) {
        input.open(from);
      }
      for (Window output : outputs) {
        output.open(from);
      }
      run(from, Math.min(block, end - from));
      for (Window output : outputs) {
        output.close();
      }
    }
  }

  private void run(int from, int count) {
    try {
      for (Call stage : stages) {
        stage.run(count);
      }
    } catch (InvalidValue refusal) {
      long row = from + Math.max(0, refusal.row());
      throw node.invalid(node.rows() == 1 ? -1 : row, refusal.reason());
    }
  }
}
