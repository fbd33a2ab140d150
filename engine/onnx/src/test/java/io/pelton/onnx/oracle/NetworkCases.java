package io.pelton.onnx.oracle;

import io.pelton.engine.tensor.DType;

/** Small networks of ai.onnx operators over a batch of rows. */
final class NetworkCases implements CaseFamily {
  @Override
  public GeneratedCase make(long seed) {
    Draw draw = new Draw(seed);
    Pipeline pipeline =
        new Pipeline(
            draw.one(7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L, 15L, 17L, 18L, 19L, 21L, 22L), 1);
    NetworkDraw network = new NetworkDraw(draw, pipeline);
    network.input(draw.one(DType.F32, DType.F32, DType.F32, DType.F64), draw.between(1, 6));
    if (draw.chance(0.3)) {
      network.input(draw.one(DType.F32, DType.I64), draw.between(1, 6));
    }
    for (int left = draw.between(1, 10); left > 0; left--) {
      network.grow();
    }
    pipeline.output(network.last().name());
    return pipeline.finish("network", seed);
  }
}
