package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvGeometry;
import io.pelton.cpu.kernel.conv.ConvOperands;
import io.pelton.cpu.kernel.conv.Convolution;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.tensor.Tensor;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import jdk.incubator.vector.FloatVector;

/**
 * Convolves with constant kernels by vectors. Products with padding are added to the sums, which
 * changes no bit as long as the kernels are finite.
 */
public final class LaneConvolution implements Convolution<float[]> {
  private static final Convolution<float[]> BY_PLANES = Convolution.floatPlanes();
  private static final int LENGTH = FloatVector.SPECIES_PREFERRED.length();

  /** Two multiply-adds of four steps each are under way at once. */
  private static final long FEWEST_SUMS = 8L * LENGTH;

  @Override
  public Call bind(ConvOperands<float[]> operands) {
    ConvGeometry geometry = operands.geometry();
    Optional<Tensor> constant = operands.constantWeights();
    if (constant.isEmpty() || geometry.kernelSize() == 0 || geometry.outputPlane() == 0) {
      return BY_PLANES.bind(operands);
    }
    PhasedImage image = new PhasedImage(geometry, LENGTH, 0);
    Cover cover = Cover.of(image, LENGTH, PositionTiles.vectors(geometry.kernels()));
    boolean isByChannels = sumsByChannels(image, geometry) < sumsByPositions(cover, geometry);
    float[] kernels =
        isByChannels
            ? panels(operands, constant.get()).array()
            : tiles(operands, constant.get()).array();
    if (kernels == null) {
      return BY_PLANES.bind(operands);
    }
    return isByChannels
        ? new ChannelCall(operands, image, kernels)
        : new PositionCall(operands, image, cover, kernels);
  }

  private static long sumsByPositions(Cover cover, ConvGeometry geometry) {
    return (long) cover.starts().length * LENGTH * PositionPacking.channels(geometry.kernels());
  }

  /** Tiles of few sums take as long as larger ones, and all sums are turned around afterwards. */
  private static long sumsByChannels(PhasedImage image, ConvGeometry geometry) {
    long sums = 0;
    for (int left = geometry.kernels(); left > 0; left -= ChannelTiles.width(left)) {
      int width = ChannelTiles.width(left);
      for (int column = 0; column < image.columns(); ) {
        int positions = ChannelTiles.positions(image.columns() - column);
        sums += Math.max((long) positions * width, FEWEST_SUMS);
        column += positions;
      }
    }
    sums *= image.rows();
    return sums + sums * LENGTH / geometry.kernelSize();
  }

  private static PackedKernels tiles(ConvOperands<float[]> operands, Tensor constant) {
    Supplier<PackedKernels> packing = () -> pack(operands, PositionPacking::pack);
    return ofGroups(
        operands, operands.node().prepared(constant, PackedKernels.class, packing), packing);
  }

  private static PackedKernels panels(ConvOperands<float[]> operands, Tensor constant) {
    Supplier<PackedKernels> packing = () -> pack(operands, ChannelPacking::pack);
    PackedKernels shared =
        operands
            .node()
            .prepared(
                constant, PackedKernels.Panels.class, () -> new PackedKernels.Panels(packing.get()))
            .kernels();
    return ofGroups(operands, shared, packing);
  }

  /** What is shared, unless another node divides the same constant otherwise. */
  private static PackedKernels ofGroups(
      ConvOperands<float[]> operands, PackedKernels shared, Supplier<PackedKernels> packing) {
    return shared.groups() == operands.geometry().groups() ? shared : packing.get();
  }

  private static PackedKernels pack(
      ConvOperands<float[]> operands, BiFunction<ConvGeometry, float[], float[]> packing) {
    ConvGeometry geometry = operands.geometry();
    float[] w = operands.copyOfWeights();
    for (float element : w) {
      if (!Float.isFinite(element)) {
        return new PackedKernels(geometry.groups(), null);
      }
    }
    return new PackedKernels(geometry.groups(), packing.apply(geometry, w));
  }
}
