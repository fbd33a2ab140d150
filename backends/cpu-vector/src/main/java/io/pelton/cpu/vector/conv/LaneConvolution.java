package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvGeometry;
import io.pelton.cpu.kernel.conv.ConvOperands;
import io.pelton.cpu.kernel.conv.Convolution;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.tensor.Tensor;
import java.util.Optional;
import jdk.incubator.vector.FloatVector;

/**
 * Convolves with constant kernels by vectors. Products with padding are added to the sums, which
 * changes no bit as long as the kernels are finite.
 */
public final class LaneConvolution implements Convolution<float[]> {
  private static final Convolution<float[]> BY_PLANES = Convolution.floatPlanes();
  private static final int LENGTH = FloatVector.SPECIES_PREFERRED.length();

  @Override
  public Call bind(ConvOperands<float[]> operands) {
    ConvGeometry geometry = operands.geometry();
    Optional<Tensor> constant = operands.constantWeights();
    if (constant.isEmpty() || geometry.kernelSize() == 0 || geometry.outputPlane() == 0) {
      return BY_PLANES.bind(operands);
    }
    float[] kernels = packed(operands, constant.get()).array();
    if (kernels == null) {
      return BY_PLANES.bind(operands);
    }
    PhasedImage image = new PhasedImage(geometry, LENGTH, 0);
    Cover cover = Cover.of(image, LENGTH, PositionTiles.vectors(geometry.kernels()));
    return new PositionCall(operands, image, cover, kernels);
  }

  private static PackedKernels packed(ConvOperands<float[]> operands, Tensor constant) {
    PackedKernels shared =
        operands.node().prepared(constant, PackedKernels.class, () -> pack(operands));
    return shared.groups() == operands.geometry().groups() ? shared : pack(operands);
  }

  private static PackedKernels pack(ConvOperands<float[]> operands) {
    float[] w = operands.copyOfWeights();
    for (float element : w) {
      if (!Float.isFinite(element)) {
        return new PackedKernels(operands.geometry().groups(), null);
      }
    }
    return new PackedKernels(
        operands.geometry().groups(), PositionPacking.pack(operands.geometry(), w));
  }
}
