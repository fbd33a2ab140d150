package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.List;

/** Ops that one kernel computes in place of several. */
public sealed interface FusedOp extends Op, Decomposable {
  /**
   * A chain or tree of elementwise ops in one loop. Operands: the program's inputs, of which the
   * first are conditions (BOOL) and the others have one dtype, F32 or F64, which is the output's
   * too.
   */
  record Elementwise(ElementwiseProgram program) implements FusedOp {
    @Override
    public OpKind kind() {
      return OpKind.FUSED_ELEMENTWISE;
    }

    @Override
    public String label() {
      return "Elementwise(" + program + ")";
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(
          in.count() == program.inputs(),
          "should have " + program.inputs() + " operands but has " + in.count());
      DType dtype = in.dtype(in.count() - 1);
      in.check(dtype == DType.F32 || dtype == DType.F64, "is not defined for " + dtype);
      for (int input = 0; input < in.count(); input++) {
        DType expected = input < program.conditions() ? DType.BOOL : dtype;
        in.check(
            in.dtype(input) == expected,
            "operand " + input + " should be " + expected + " but is " + in.dtype(input));
      }
      return List.of(dtype);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(program.shape(in));
    }

    /** As of the ops that it stands for: rows line up where axis 0 is the output's. */
    @Override
    public boolean isRowwise(Inference in) {
      int rank = program.shape(in).rank();
      boolean isAligned = true;
      for (int input = 0; input < in.count(); input++) {
        isAligned &= !in.hasRows(input) || in.shape(input).rank() == rank;
      }
      return isAligned;
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      infer(new Inference(graph, name, this, operands));
      return List.of(program.decompose(graph, name, operands));
    }
  }
}
