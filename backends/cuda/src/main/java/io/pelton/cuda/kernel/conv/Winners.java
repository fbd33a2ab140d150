package io.pelton.cuda.kernel.conv;

import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.PackedWeights;
import io.pelton.engine.tensor.DeviceMemory;
import java.util.function.Function;

/**
 * Which element of x each element of an output is, or -1: memory that the launches of one bound
 * node pass on to each other.
 */
final class Winners implements PackedWeights {
  /** A call whose memory stays for as long as it may run. */
  private record Keeping(Object owner, Call call) implements Call {
    @Override
    public void run(int rows) {
      call.run(rows);
    }
  }

  private final DeviceMemory memory;

  private Winners(DeviceMemory memory) {
    this.memory = memory;
  }

  /**
   * A call that uses such memory, which goes when the call does.
   *
   * @param elements of the output
   */
  static Call call(NodeSpec node, long elements, Function<DeviceMemory, Call> binding) {
    // nobody else has it, so that no other node shares the memory
    Object owner = new Object();
    Winners winners =
        node.prepared(owner, Winners.class, () -> new Winners(allocate(node, elements)));
    return new Keeping(owner, binding.apply(winners.memory));
  }

  private static DeviceMemory allocate(NodeSpec node, long elements) {
    return node.device().runtime().orElseThrow().allocate(Math.max(elements, 1) * Integer.BYTES);
  }

  @Override
  public long byteLength() {
    return memory.bytes();
  }

  @Override
  public boolean isLost() {
    return memory.isLost();
  }

  @Override
  public void close() {
    memory.close();
  }
}
