package io.pelton.cpu.kernel.tabular;

import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.FeatureOp.Imputer;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.Arrays;

/**
 * What a row of a pipeline is before or after a stage.
 *
 * @param width values of the row
 * @param columns length of the last axis, of which the row holds one or several
 */
record RowType(DType dtype, int width, int columns) {
  /** What the first stage, if it joins operands, or else every row of the operand gives. */
  static RowType source(Op first, Operand[] in) {
    if (first instanceof FeatureVectorizer vectorizer) {
      int total = vectorizer.lengths().stream().mapToInt(Integer::intValue).sum();
      return new RowType(DType.F32, total, total);
    }
    int total = Arrays.stream(in).mapToInt(ColumnParameters::columns).sum();
    return new RowType(in[0].dtype(), total, total);
  }

  RowType after(NodeSpec node, Op stage) {
    if (stage instanceof OneHotEncoder encoder) {
      int categories = OneHotEncoderKernel.categories(node, encoder);
      return new RowType(DType.F32, Math.multiplyExact(width, categories), categories);
    }
    if (stage instanceof Flatten) {
      return new RowType(dtype, width, width);
    }
    boolean keepsDtype = stage instanceof Imputer || stage instanceof Binarizer;
    return keepsDtype ? this : new RowType(DType.F32, width, columns);
  }
}
