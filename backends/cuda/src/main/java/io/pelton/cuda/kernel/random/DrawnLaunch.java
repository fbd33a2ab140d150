package io.pelton.cuda.kernel.random;

import io.pelton.cuda.kernel.EngineCodes;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.RandomOp;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.tensor.DType;
import java.util.Locale;
import java.util.OptionalLong;

/** Launches of kernels that draw: what they draw from is read at every run. */
final class DrawnLaunch {
  private DrawnLaunch() {}

  /**
   * @param function its name but for the dtype
   */
  static LaunchBuilder of(NodeSpec node, String function, DType dtype) {
    String name = "random_" + function + "_" + dtype.name().toLowerCase(Locale.ROOT);
    return new LaunchBuilder(node, "random", name);
  }

  /** Seed, stream and generator. */
  static LaunchBuilder source(LaunchBuilder launch, NodeSpec node) {
    RandomOp op = (RandomOp) node.op();
    RunState state = node.state();
    OptionalLong own = op.key().seed();
    long key = own.isPresent() ? 0 : op.key().node();
    return launch
        .i64(() -> own.isPresent() ? own.getAsLong() : state.rng().seed())
        .i64(() -> state.stream(key))
        .i64(() -> EngineCodes.of(state.rng().generator()));
  }
}
