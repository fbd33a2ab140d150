package io.pelton.cuda.kernel.shape;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.graph.ShapeOp.Copy;
import io.pelton.engine.tensor.DType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class CopyTest {
  private final RandomTensors tensors = new RandomTensors(1);

  @Test
  void contiguous() {
    Twins.check(new Copy(), tensors.packed(DType.F32, 7, 5));
  }
}
