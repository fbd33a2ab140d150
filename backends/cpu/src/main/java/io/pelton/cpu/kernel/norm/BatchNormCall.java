package io.pelton.cpu.kernel.norm;

import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.elementwise.FloatingLoops;
import io.pelton.cpu.kernel.elementwise.Rounding;
import io.pelton.cpu.kernel.fused.ProgramBinder;
import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.NormOp.BatchNorm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The deviation of every channel, then one pass over the data. */
final class BatchNormCall implements Call {
  /** Of variance and epsilon. */
  private static final ElementwiseProgram DEVIATION =
      new ElementwiseProgram(
          0,
          2,
          List.of(
              Instruction.of(OpKind.ADD, Ref.input(0), Ref.input(1)),
              Instruction.of(OpKind.SQRT, Ref.result(0))));

  /** Of x, mean, deviation, scale and bias. */
  private static final ElementwiseProgram NORMALIZATION =
      new ElementwiseProgram(
          0,
          5,
          List.of(
              Instruction.of(OpKind.SUB, Ref.input(0), Ref.input(1)),
              Instruction.of(OpKind.DIV, Ref.result(0), Ref.input(2)),
              Instruction.of(OpKind.MUL, Ref.result(1), Ref.input(3)),
              Instruction.of(OpKind.ADD, Ref.result(2), Ref.input(4))));

  private static final int LEAST_RUN = 16;

  private final Call deviation;
  private final boolean isDeviationFixed;
  private final Call normalization;

  private BatchNormCall(Call deviation, boolean isDeviationFixed, Call normalization) {
    this.deviation = deviation;
    this.isDeviationFixed = isDeviationFixed;
    this.normalization = normalization;
  }

  static <A> BatchNormCall bind(
      NodeSpec node,
      Operand[] in,
      Operand out,
      FloatingLoops<A> loops,
      Rounding<A> rounding,
      ChannelNormCall.Loop<A> ofRun) {
    Operand variance = in[4];
    Operand spread = Operand.on(Tensor.allocate(out.dtype(), variance.layout().dims()));
    int channels = Math.toIntExact(variance.layout().elements());
    double epsilon = ((BatchNorm) node.op()).epsilon();
    List<Operand> statistics =
        List.of(variance, Operand.constant(Tensor.scalar(out.dtype(), epsilon)));
    Call deviation =
        new ProgramBinder<>(loops, rounding, DEVIATION)
            .bind(channels, statistics, layouts(statistics), spread);
    Rows rows = new Rows(node, out);
    List<Operand> numbers = List.of(in[3], spread, in[1], in[2]);
    int length = runLength(out.layout());
    Call normalization =
        rounding.isNone() && length >= LEAST_RUN
            ? new ChannelNormCall<>(rows, length, in[0], numbers, out, loops.lane(), ofRun)
            : byProgram(rows.elements(1), in[0], numbers, out, loops, rounding);
    boolean isFixed = variance.constant().isPresent();
    if (isFixed) {
      deviation.run(1);
    }
    return new BatchNormCall(deviation, isFixed, normalization);
  }

  /** Elements that lie in one channel side by side. */
  private static int runLength(Layout layout) {
    long[] dims = layout.dims();
    return Math.toIntExact(Layout.elements(Arrays.copyOfRange(dims, 2, dims.length)));
  }

  private static <A> Call byProgram(
      int elementsPerRow,
      Operand x,
      List<Operand> numbers,
      Operand out,
      FloatingLoops<A> loops,
      Rounding<A> rounding) {
    int rank = out.layout().rank();
    List<Operand> operands = new ArrayList<>(List.of(x));
    operands.addAll(numbers);
    List<Layout> views =
        operands.stream()
            .map(Operand::layout)
            .map(view -> view.rank() == 1 ? alongAxis1(view, rank) : view)
            .toList();
    return new ProgramBinder<>(loops, rounding, NORMALIZATION)
        .bind(elementsPerRow, operands, views, out);
  }

  private static List<Layout> layouts(List<Operand> operands) {
    return operands.stream().map(Operand::layout).toList();
  }

  /** A vector along axis 1 of a tensor of that rank. */
  private static Layout alongAxis1(Layout vector, int rank) {
    long[] dims = new long[rank - 1];
    long[] strides = new long[rank - 1];
    Arrays.fill(dims, 1);
    dims[0] = vector.dim(0);
    strides[0] = vector.stride(0);
    return Layout.of(dims, strides, vector.offset());
  }

  @Override
  public void run(int activeRows) {
    if (!isDeviationFixed) {
      deviation.run(1);
    }
    normalization.run(activeRows);
  }
}
