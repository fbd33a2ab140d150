package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Ops of layers that are a mixture of experts, of which every token uses a few. */
public sealed interface ExpertOp extends Op {
  /** Number of layers that a graph may have. */
  int MAX_LAYERS = 1 << 16;

  /** The layer that the experts belong to; layers of a graph count from 0. */
  int layer();

  /**
   * Products of each token with the matrices of the experts that were chosen for it. Operands: x
   * [..., K], the same for all choices of a token, or [..., choices, K]; weights [experts, K, N];
   * chosen experts [..., choices] (I32 or I64, 0 to experts - 1); optionally bias [experts, N].
   * Output: [..., choices, N], each row with the bits of a {@link LinalgOp.MatMul} with the
   * expert's matrix and of an Add.
   *
   * @param notesRouting whether what was chosen here is what a run notes as the layer's routing:
   *     true for one product of a layer, and false for those that follow it with the same choice
   */
  record GroupedMatMul(int layer, boolean notesRouting) implements ExpertOp {
    @Override
    public OpKind kind() {
      return OpKind.GROUPED_MATMUL;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(
          layer >= 0 && layer < MAX_LAYERS,
          "layer should be within 0 and " + (MAX_LAYERS - 1) + " but is " + layer);
      DType dtype = in.dtype(0);
      in.check(dtype.isFloat(), "is not defined for " + dtype);
      checkDType(in, 1, dtype, "weights");
      DType chosen = in.dtype(2);
      in.check(
          chosen == DType.I64 || chosen == DType.I32,
          "chosen experts should be I32 or I64 but are " + chosen);
      if (in.has(3)) {
        checkDType(in, 3, dtype, "bias");
      }
      return List.of(dtype);
    }

    private static void checkDType(Inference in, int operand, DType expected, String what) {
      in.check(
          in.dtype(operand) == expected,
          what + " should be " + expected + " like x but is " + in.dtype(operand));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      Shape weights = in.shape(1);
      Shape chosen = in.shape(2);
      in.check(weights.rank() == 3, "weights should be [experts, K, N] but are " + weights);
      in.check(
          chosen.rank() > 0 && (x.rank() == chosen.rank() || x.rank() == chosen.rank() + 1),
          "x should be [..., K] or [..., choices, K] for choices " + chosen + " but is " + x);
      for (int axis = 0; axis < x.rank() - 1; axis++) {
        in.check(
            fit(x.extent(axis), chosen.extent(axis)),
            "x " + x + " and choices " + chosen + " differ in axis " + axis);
      }
      in.check(
          fit(x.extent(x.rank() - 1), weights.extent(1)),
          "inner lengths differ: " + x + " times " + weights);
      if (in.has(3)) {
        checkBias(in, weights);
      }
      List<Extent> extents = new ArrayList<>(chosen.extents());
      extents.add(weights.extent(2));
      return List.of(Shape.of(extents));
    }

    private static void checkBias(Inference in, Shape weights) {
      Shape bias = in.shape(3);
      in.check(
          bias.rank() == 2
              && fit(bias.extent(0), weights.extent(0))
              && fit(bias.extent(1), weights.extent(2)),
          "bias should be [experts, N] for weights " + weights + " but is " + bias);
    }

    private static boolean fit(Extent a, Extent b) {
      return !a.isFixed() || !b.isFixed() || a.max() == b.max();
    }

    /** Rows are tokens; experts and their biases are not. */
    @Override
    public boolean isRowwise(Inference in) {
      boolean rowsAreTokens = in.hasRows(0) && in.hasRows(2) && in.shape(0).rank() > 1;
      return rowsAreTokens && in.shape(2).rank() > 1 && !in.hasRows(1) && !in.hasRows(3);
    }
  }
}
