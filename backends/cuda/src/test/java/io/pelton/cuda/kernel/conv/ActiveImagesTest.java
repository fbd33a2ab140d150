package io.pelton.cuda.kernel.conv;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.NormOp.BatchNorm;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.SpreadOp.ConvTranspose;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Images that are not active keep what was there, and the others have the bits of any batch. */
@ExtendWith(OnEmulatedDriver.class)
class ActiveImagesTest {
  private static final int BOUND = 9;
  private static final Window PADDED =
      new Window(List.of(1, 2), List.of(1, 1), List.of(1, 1), List.of(1, 1));

  private final RandomTensors tensors = new RandomTensors(1);

  @Test
  void convolutions() {
    Tensor x = packed(BOUND, 6, 5, 7);
    check(new Conv(PADDED, 1, Activation.RELU), x, packed(40, 6, 3, 3), packed(40));
    check(new Conv(Window.plain(2), 2, Activation.TANH), x, packed(34, 3, 2, 2), packed(34));
    check(new Conv(Window.plain(2), 1, Activation.NONE), x, packed(40, 6, 1, 1));
    check(new Conv(PADDED, 6, Activation.NONE), x, packed(6, 1, 3, 3), packed(6));
  }

  @Test
  void largeTiles() {
    Tensor w = packed(129, 4, 1, 3);
    check(new Conv(PADDED, 1, Activation.NONE), packed(BOUND, 4, 20, 130), w);
    check(new Conv(Window.plain(2), 1, Activation.NONE), packed(BOUND, 4, 19, 52), w);
    check(
        new Conv(Window.plain(2), 1, Activation.NONE),
        packed(BOUND, 4, 19, 51),
        packed(129, 4, 1, 1));
  }

  @Test
  void poolingsAndNormalization() {
    Tensor x = packed(BOUND, 3, 6, 7);
    for (OpKind kind : List.of(OpKind.MAX_POOL, OpKind.AVERAGE_POOL, OpKind.SUM_POOL)) {
      check(new Pool(kind, List.of(3, 2), PADDED, false), x);
    }
    check(new BatchNorm(1e-5), x, packed(3), packed(3), packed(3), packed(3));
    check(new ConvTranspose(PADDED, List.of(0, 1), 1), x, packed(3, 2, 3, 3), packed(2));
  }

  private void check(Op op, Tensor... operands) {
    KernelTwins twins = new KernelTwins(Cuda.device());
    for (int rows : new int[] {0, 1, 5, BOUND}) {
      twins.check(op, BOUND, rows, operands);
    }
    twins.check(op, operands);
  }

  private Tensor packed(long... dims) {
    return tensors.packed(DType.F32, dims);
  }
}
