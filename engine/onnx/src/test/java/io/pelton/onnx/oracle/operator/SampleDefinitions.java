package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.oracle.operator.Definition.behind;
import static io.pelton.onnx.oracle.operator.Definition.flat;
import static io.pelton.onnx.oracle.operator.Definition.place;
import static io.pelton.onnx.oracle.operator.Definition.product;

import io.pelton.onnx.oracle.operator.Definition.Grid;

/** GridSample and RoiAlign. */
final class SampleDefinitions {
  private SampleDefinitions() {}

  static Grid gridSample(DrawnNode node) {
    double[] grid = node.numbers(1);
    long[] gridDims = node.dims(1);
    int axes = gridDims.length - 2;
    long[] x = node.dims(0);
    long[] y = gridDims.clone();
    System.arraycopy(gridDims, 1, y, 2, axes);
    y[1] = x[1];
    Grid result = new Grid(y);
    for (int at = 0; at < result.numbers().length; at++) {
      long[] out = place(at, y);
      long[] from = gridDims.clone();
      from[0] = out[0];
      System.arraycopy(out, 2, from, 1, axes);
      double[] coordinates = new double[axes];
      for (int axis = 0; axis < axes; axis++) {
        from[axes + 1] = axes - 1L - axis;
        coordinates[axis] = element(node, grid[flat(gridDims, from)], x[axis + 2]);
      }
      result.numbers()[at] = sample(node, out, coordinates, new long[axes], 0);
    }
    return result;
  }

  private static boolean isAligned(DrawnNode node) {
    return node.integer("align_corners", 0) == 1;
  }

  private static double element(DrawnNode node, double place, long length) {
    return isAligned(node) ? (place + 1) / 2 * (length - 1) : ((place + 1) * length - 1) / 2;
  }

  /** Sums over the neighbours along an axis and those behind it. */
  private static double sample(
      DrawnNode node, long[] out, double[] coordinates, long[] chosen, int axis) {
    if (axis == coordinates.length) {
      return pixel(node, out, chosen);
    }
    String mode = node.text("mode", "linear");
    if (mode.equals("nearest")) {
      chosen[axis] = (long) Math.rint(coordinates[axis]);
      return sample(node, out, coordinates, chosen, axis + 1);
    }
    boolean isCubic = mode.endsWith("cubic");
    long first = (long) Math.floor(coordinates[axis]) - (isCubic ? 1 : 0);
    double sum = 0;
    for (long at = first; at < first + (isCubic ? 4 : 2); at++) {
      double distance = Math.abs(coordinates[axis] - at);
      double weight = isCubic ? cubic(distance, -0.75) : Math.max(0, 1 - distance);
      chosen[axis] = at;
      sum += weight * sample(node, out, coordinates, chosen, axis + 1);
    }
    return sum;
  }

  static double cubic(double x, double a) {
    return x <= 1
        ? (a + 2) * x * x * x - (a + 3) * x * x + 1
        : x < 2 ? a * x * x * x - 5 * a * x * x + 8 * a * x - 4 * a : 0;
  }

  private static double pixel(DrawnNode node, long[] out, long... chosen) {
    long[] dims = node.dims(0);
    long[] from = dims.clone();
    from[0] = out[0];
    from[1] = out[1];
    for (int axis = 0; axis < chosen.length; axis++) {
      long length = dims[axis + 2];
      long at = chosen[axis];
      boolean isInside = at >= 0 && at < length;
      switch (node.text("padding_mode", "zeros")) {
        case "border" -> at = Math.min(Math.max(at, 0), length - 1);
        case "reflection" -> at = reflected(at, length, isAligned(node));
        default -> {
          if (!isInside) {
            return 0;
          }
        }
      }
      from[axis + 2] = at;
    }
    return node.numbers(0)[flat(dims, from)];
  }

  private static long reflected(long at, long length, boolean isAligned) {
    if (isAligned && length == 1) {
      return 0;
    }
    while (at < 0 || at >= length) {
      long beyond = isAligned ? 0 : 1;
      at = at < 0 ? -at - beyond : 2 * (length - 1) - at + beyond;
    }
    return at;
  }

  static Grid roiAlign(DrawnNode node) {
    long[] x = node.dims(0);
    long rows = node.integer("output_height", 1);
    long columns = node.integer("output_width", 1);
    Grid result = new Grid(node.dims(1)[0], x[1], rows, columns);
    boolean isHalf =
        node.opset() >= 16
            && node.text("coordinate_transformation_mode", "half_pixel").equals("half_pixel");
    for (int at = 0; at < result.numbers().length; at++) {
      long[] out = place(at, result.dims());
      double[] corners = new double[4];
      for (int i = 0; i < 4; i++) {
        double given = node.numbers(1)[(int) out[0] * 4 + i];
        corners[i] = given * node.number("spatial_scale", 1) - (isHalf ? 0.5 : 0);
      }
      double width = corners[2] - corners[0];
      double height = corners[3] - corners[1];
      double cellHeight = (isHalf ? height : Math.max(height, 1)) / rows;
      double cellWidth = (isHalf ? width : Math.max(width, 1)) / columns;
      double top = corners[1] + out[2] * cellHeight;
      double left = corners[0] + out[3] * cellWidth;
      result.numbers()[at] = cell(node, out, top, left, cellHeight, cellWidth);
    }
    return result;
  }

  private static double cell(
      DrawnNode node, long[] out, double top, double left, double height, double width) {
    long asked = node.integer("sampling_ratio", 0);
    long down = asked > 0 ? asked : (long) Math.ceil(height);
    long across = asked > 0 ? asked : (long) Math.ceil(width);
    boolean isMean = node.text("mode", "avg").equals("avg");
    double result = isMean || down * across == 0 ? 0 : Double.NEGATIVE_INFINITY;
    for (long i = 0; i < down * across; i++) {
      long atRow = i / across;
      double row = top + (atRow + 0.5) * height / down;
      double column = left + (i % across + 0.5) * width / across;
      double[] products = products(node, out, row, column);
      for (double product : products) {
        result = isMean ? result + product / (down * across) : Math.max(result, product);
      }
    }
    return result;
  }

  /** Of four neighbours with their weights; none beyond one element outside. */
  private static double[] products(DrawnNode node, long[] out, double row, double column) {
    long[] dims = node.dims(0);
    double[] products = new double[4];
    if (row < -1 || row > dims[2] || column < -1 || column > dims[3]) {
      return products;
    }
    double y = Math.min(Math.max(row, 0), dims[2] - 1.0);
    double x = Math.min(Math.max(column, 0), dims[3] - 1.0);
    for (int i = 0; i < 4; i++) {
      double atRow = i < 2 ? Math.floor(y) : Math.floor(y) + 1;
      double atColumn = i % 2 == 0 ? Math.floor(x) : Math.floor(x) + 1;
      double weight = (1 - Math.abs(y - atRow)) * (1 - Math.abs(x - atColumn));
      long image = node.integers(2)[(int) out[0]];
      long inRow = Math.min((long) atRow, dims[2] - 1);
      long inColumn = Math.min((long) atColumn, dims[3] - 1);
      products[i] = weight * node.numbers(0)[flat(dims, image, out[1], inRow, inColumn)];
    }
    return products;
  }

  static Grid columnsToImage(DrawnNode node) {
    long[] image = node.integers(1);
    long[] block = node.integers(2);
    int axes = image.length;
    long[] x = node.dims(0);
    long size = product(block);
    long[] y = WindowDraw.join(new long[] {x[0], x[1] / size}, image);
    Grid result = new Grid(y);
    long[] strides = node.integers("strides", Definition.ones(axes));
    long[] dilations = node.integers("dilations", Definition.ones(axes));
    long[] pads = node.integers("pads", new long[2 * axes]);
    long[] places = new long[axes];
    for (int axis = 0; axis < axes; axis++) {
      long reach = (block[axis] - 1) * dilations[axis] + 1;
      places[axis] = (image[axis] + pads[axis] + pads[axis + axes] - reach) / strides[axis] + 1;
    }
    double[] numbers = node.numbers(0);
    for (int at = 0; at < numbers.length; at++) {
      long[] from = place(at, x);
      long[] cell = place(from[1] % size, block);
      long[] start = place(from[2], places);
      long[] to = y.clone();
      to[0] = from[0];
      to[1] = from[1] / size;
      boolean isInside = true;
      for (int axis = 0; axis < axes; axis++) {
        to[axis + 2] = start[axis] * strides[axis] + cell[axis] * dilations[axis] - pads[axis];
        isInside &= to[axis + 2] >= 0 && to[axis + 2] < image[axis];
      }
      if (isInside) {
        result.numbers()[flat(y, to)] += numbers[at];
      }
    }
    return result;
  }

  static Grid maxUnpool(DrawnNode node) {
    long[] x = node.dims(0);
    int axes = x.length - 2;
    long[] lengths = node.integers("kernel_shape");
    long[] strides = node.integers("strides", Definition.ones(axes));
    long[] pads = node.integers("pads", new long[2 * axes]);
    long[] inner = x.clone();
    for (int axis = 0; axis < axes; axis++) {
      inner[axis + 2] =
          (x[axis + 2] - 1) * strides[axis] + lengths[axis] - pads[axis] - pads[axis + axes];
    }
    Grid result = new Grid(node.has(2) ? node.integers(2) : inner);
    for (int i = 0; i < node.numbers(0).length; i++) {
      result.numbers()[result.at(place(node.integers(1)[i], inner))] = node.numbers(0)[i];
    }
    return result;
  }

  static Grid deformConv(DrawnNode node) {
    long[] x = node.dims(0);
    long[] w = node.dims(1);
    long[] offsets = node.dims(2);
    long group = node.integer("group", 1);
    long offsetGroup = node.integer("offset_group", 1);
    long[] strides = node.integers("strides", 1, 1);
    long[] dilations = node.integers("dilations", 1, 1);
    long[] pads = node.integers("pads", 0, 0, 0, 0);
    Grid result = new Grid(x[0], w[0], offsets[2], offsets[3]);
    long size = w[2] * w[3];
    for (int at = 0; at < result.numbers().length; at++) {
      long[] out = place(at, result.dims());
      double sum = node.has(3) ? node.numbers(3)[(int) out[1]] : 0;
      for (long i = 0; i < w[1] * size; i++) {
        long[] cell = place(i, behind(1, w));
        long channel = out[1] / (w[0] / group) * w[1] + cell[0];
        long field = channel / (x[1] / offsetGroup) * size + cell[1] * w[3] + cell[2];
        double row = node.numbers(2)[flat(offsets, out[0], 2 * field, out[2], out[3])];
        double column = node.numbers(2)[flat(offsets, out[0], 2 * field + 1, out[2], out[3])];
        row += out[2] * strides[0] - pads[0] + cell[1] * dilations[0];
        column += out[3] * strides[1] - pads[1] + cell[2] * dilations[1];
        double mask =
            node.has(4) ? node.numbers(4)[flat(node.dims(4), out[0], field, out[2], out[3])] : 1;
        double weight = node.numbers(1)[flat(w, out[1], cell[0], cell[1], cell[2])];
        sum += weight * mask * between(node, out[0], channel, row, column);
      }
      result.numbers()[at] = sum;
    }
    return result;
  }

  /** Between four neighbours, zero outside. */
  private static double between(
      DrawnNode node, long image, long channel, double row, double column) {
    long[] dims = node.dims(0);
    double sum = 0;
    for (long i = (long) Math.floor(row); i <= Math.floor(row) + 1; i++) {
      for (long j = (long) Math.floor(column); j <= Math.floor(column) + 1; j++) {
        if (i >= 0 && i < dims[2] && j >= 0 && j < dims[3]) {
          double weight = (1 - Math.abs(row - i)) * (1 - Math.abs(column - j));
          sum += weight * node.numbers(0)[flat(dims, image, channel, i, j)];
        }
      }
    }
    return sum;
  }
}
