package io.pelton.cuda.kernel.index;

import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/**
 * Data and indices of as many axes, seen as lines along one of them. Other axes are made one where
 * that of the indices is as long as the data's.
 *
 * @param dataDims lengths of the data
 * @param dims lengths of the indices
 * @param axis along which the lines go
 */
record Lines(long[] dataDims, long[] dims, int axis) {
  static Lines of(long[] dataDims, long[] dims, int axis) {
    long[] data = dataDims.clone();
    long[] indices = dims.clone();
    int rank = 0;
    int along = 0;
    for (int i = 0; i < data.length; i++) {
      boolean isApart = i == axis || rank == 0 || (i > axis && rank - 1 == along);
      if (!isApart && dims[i] == dataDims[i]) {
        data[rank - 1] *= dataDims[i];
        indices[rank - 1] *= dims[i];
      } else {
        data[rank] = dataDims[i];
        indices[rank] = dims[i];
        along = i == axis ? rank : along;
        rank++;
      }
    }
    return new Lines(Arrays.copyOf(data, rank), Arrays.copyOf(indices, rank), along);
  }

  /** Places on a line. */
  long length() {
    return dataDims[axis];
  }

  /** Updates of a line. */
  long updates() {
    return dims[axis];
  }

  /** Lines that have updates. */
  long count() {
    long lines = 1;
    for (int i = 0; i < dims.length; i++) {
      lines *= i == axis ? 1 : dims[i];
    }
    return lines;
  }

  /** {@code Lines} in {@code index.cu}. */
  LaunchBuilder addTo(LaunchBuilder launch) {
    int most = LaunchBuilder.MAX_AXES;
    long[] fields = new long[4 * most + 2];
    put(fields, 0, dataDims);
    put(fields, most, Layout.contiguous(dataDims).strides());
    put(fields, 2 * most, dims);
    put(fields, 3 * most, Layout.contiguous(dims).strides());
    fields[4 * most] = dims.length;
    fields[4 * most + 1] = axis;
    return launch.struct(fields.length, fields);
  }

  private static void put(long[] fields, int at, long... values) {
    System.arraycopy(values, 0, fields, at, values.length);
  }
}
