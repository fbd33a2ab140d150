package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.kernel.score.Codes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.SupportVectors;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** What the launches of support vector machines have in common. */
final class SvmLaunch {
  private static final String MODULE = "svm";
  private static final int MAX_ROWS = 32;

  /** Beside what rows and vectors have in common. */
  private static final int SHARED_BYTES = 32 << 10;

  private SvmLaunch() {}

  static LaunchBuilder start(NodeSpec node, String name, Operand in) {
    return new LaunchBuilder(node, MODULE, ElementType.function(name, in.dtype())).pointer(in);
  }

  /** Rows, columns, features and the kernel that compares vectors. */
  static LaunchBuilder put(LaunchBuilder launch, Operand in, SupportVectors model) {
    return launch
        .extent(count(in))
        .i32(Columns.of(in))
        .i32(model.features())
        .i32(Codes.of(model.kernel()))
        .f32(model.gamma())
        .f32(model.coef0())
        .f32(model.degree());
  }

  /** Rows of a feature matrix. */
  static int count(Operand in) {
    return in.layout().rank() == 1 ? 1 : Math.toIntExact(in.layout().dim(0));
  }

  /**
   * Rows of a block: a power of two for which there is room.
   *
   * @param bytes of shared memory for each row
   */
  static int rows(NodeSpec node, Operand in, long bytes) {
    node.inference()
        .check(
            bytes <= SHARED_BYTES,
            "takes "
                + bytes
                + " bytes of shared memory on a CUDA device for each row, above "
                + SHARED_BYTES
                + ", since it has so many classes; place the node on the host");
    int rows = MAX_ROWS;
    while (rows > 1 && (rows / 2 >= count(in) || rows * bytes > SHARED_BYTES)) {
      rows /= 2;
    }
    return rows;
  }

  static Geometry blocks(Operand in, int rows) {
    return Geometry.blocks(((long) count(in) + rows - 1) / rows, Geometry.BLOCK);
  }
}
