package io.pelton.cpu.random;

import io.pelton.engine.graph.RandomOp;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.RngOptions;
import io.pelton.engine.kernel.RunState;
import java.util.OptionalLong;

/** The draws of one node: started in every run, as the run's options say. */
final class RunDraws {
  private final Draws philox = new PhiloxDraws();
  private final Draws zero = new ZeroDraws();
  private final Draws onnxRuntime = new OnnxRuntimeDraws();
  private final RunState state;
  private final boolean hasSeed;
  private final long seed;
  private final long key;

  /**
   * @param node of a {@link RandomOp}
   */
  RunDraws(NodeSpec node) {
    RandomOp op = (RandomOp) node.op();
    OptionalLong own = op.key().seed();
    this.state = node.state();
    this.hasSeed = own.isPresent();
    this.seed = own.orElse(0);
    this.key = hasSeed ? 0 : op.key().node();
  }

  /** The draws of this run, from the first one on. */
  Draws start() {
    RngOptions options = state.rng();
    Draws draws =
        switch (options.generator()) {
          case PHILOX -> philox;
          case ZERO -> zero;
          case ONNX_RUNTIME -> onnxRuntime;
        };
    draws.start(hasSeed ? seed : options.seed(), state.stream(key));
    return draws;
  }
}
