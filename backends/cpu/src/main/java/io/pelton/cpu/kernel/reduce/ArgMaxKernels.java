package io.pelton.cpu.kernel.reduce;

import static io.pelton.cpu.kernel.DTypes.SHORT_UNSIGNED;
import static io.pelton.cpu.kernel.DTypes.SIGNED;
import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.ArgMax;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** ArgMax: of equal elements the first, or the last on request. */
final class ArgMaxKernels {
  private ArgMaxKernels() {}

  static void register(HostKernels kernels) {
    addSingles(kernels, Largest.first(), Largest.last());
    add(kernels, List.of(DType.F64), Lane.DOUBLES, ArgMaxLoops::first, ArgMaxLoops::last);
    add(kernels, SIGNED, Lane.LONGS, ArgMaxLoops::first, ArgMaxLoops::last);
    add(kernels, SHORT_UNSIGNED, Lane.LONGS, ArgMaxLoops::first, ArgMaxLoops::last);
    add(
        kernels,
        List.of(DType.U64),
        Lane.LONGS,
        ArgMaxLoops::firstUnsigned,
        ArgMaxLoops::lastUnsigned);
  }

  static void addSingles(HostKernels kernels, Largest<float[]> first, Largest<float[]> last) {
    add(kernels, SINGLES, Lane.FLOATS, first, last);
  }

  private static <A> void add(
      HostKernels kernels, List<DType> dtypes, Lane<A> lane, Largest<A> first, Largest<A> last) {
    FixedKernel kernel =
        (node, in, out) ->
            bind(node, in[0], out[0], lane, ((ArgMax) node.op()).selectLast() ? last : first);
    dtypes.forEach(dtype -> kernels.add(OpKind.ARG_MAX, kernel, DType.I64, dtype));
  }

  private static <A> Call bind(
      NodeSpec node, Operand data, Operand out, Lane<A> lane, Largest<A> loop) {
    int rank = data.layout().rank();
    boolean[] reduced = new boolean[rank];
    reduced[node.inference().axis(((ArgMax) node.op()).axis(), rank)] = true;
    FoldedView folded = FoldedView.of(data.layout(), reduced);
    return new ArgMaxCall<>(
        new Rows(node, out),
        lane.blocks(data, folded.view(), folded.length()),
        folded.length(),
        out,
        loop);
  }
}
