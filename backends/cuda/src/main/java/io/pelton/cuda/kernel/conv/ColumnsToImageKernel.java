package io.pelton.cuda.kernel.conv;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.SpreadOp.ColumnsToImage;
import io.pelton.engine.graph.Window;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/** ColumnsToImage of floats, and of integers by their width. */
final class ColumnsToImageKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Window op = ((ColumnsToImage) node.op()).window();
    Layout y = out[0].layout();
    long[] image = SpatialWindow.spatial(y.dims());
    long[] block = node.inference().fixedIntegers(ColumnsToImage.BLOCK).orElseThrow();
    long[] places = new long[image.length];
    for (int axis = 0; axis < places.length; axis++) {
      long padded = image[axis] + op.padsBegin().get(axis) + op.padsEnd().get(axis);
      long reach = (block[axis] - 1) * op.dilations().get(axis) + 1;
      places[axis] = (padded - reach) / op.strides().get(axis) + 1;
    }
    SpatialWindow window = SpatialWindow.of(op, image, block, places);
    long[] slots = Spreadings.fields(window, 1, 1, 1, false);
    return new LaunchBuilder(node, "spread", function(in[0].dtype()))
        .pointer(in[0])
        .pointer(out[0])
        .struct(slots.length, slots)
        .extent(y.elements())
        .over(Geometry.threads(y.elements()));
  }

  private static String function(DType dtype) {
    String name = "columns_to_image";
    return dtype.isFloat() ? Functions.of(name, dtype) : Functions.byWidth(name, dtype);
  }
}
