package io.pelton.cpu.kernel.elementwise;

import static io.pelton.cpu.kernel.DTypes.INTEGERS;
import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.block.StringBlocks;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.List;

/**
 * Cast between all floats from 16 bits on, all integers from 8 bits on, BOOL and STRING.
 *
 * <ul>
 *   <li>To floats: rounded once, to nearest even.
 *   <li>Floats to integers: towards zero; NaN is 0; I64, I32, U64 and U32 stop at their bounds;
 *       narrower integers keep the low bits of that I32. (ONNX leaves values out of range open.)
 *   <li>Between integers: the low bits are kept.
 *   <li>To BOOL: false for 0 and -0, else true, NaN included.
 *   <li>To and from strings: see {@link NumberText}, which allocates as it spells floats and reads.
 * </ul>
 */
final class CastKernels {
  private static final List<DType> FLOATS = List.of(DType.F64, DType.F32, DType.F16, DType.BF16);

  private final HostKernels kernels;

  CastKernels(HostKernels kernels) {
    this.kernels = kernels;
  }

  void register() {
    for (DType from : FLOATS) {
      add(from, DType.F64, numbers(Lane.DOUBLES, Lane.DOUBLES, DoubleLoops::copy));
      add(from, DType.F32, numbers(Lane.FLOATS, Lane.FLOATS, FloatLoops::copy));
      add(from, DType.F16, halves(from, DType.F16));
      add(from, DType.BF16, halves(from, DType.BF16));
      add(from, DType.STRING, spelled(from));
    }
    SINGLES.forEach(this::singlesToIntegers);
    doublesToIntegers();
    List<DType> integers = new ArrayList<>(INTEGERS);
    integers.add(DType.BOOL);
    for (DType from : integers) {
      Unary<long[], double[]> toHalf =
          from == DType.U64 ? CastLoops::unsignedToOdd : CastLoops::toOdd;
      add(from, DType.F64, numbers(Lane.DOUBLES, Lane.DOUBLES, DoubleLoops::copy));
      add(from, DType.F32, numbers(Lane.FLOATS, Lane.FLOATS, FloatLoops::copy));
      for (DType to : List.of(DType.F16, DType.BF16)) {
        add(
            from,
            to,
            from.bits() <= Short.SIZE
                ? numbers(Lane.FLOATS, Lane.FLOATS, FloatLoops::copy)
                : numbers(Lane.LONGS, Lane.DOUBLES, toHalf));
      }
      add(from, DType.BOOL, numbers(Lane.LONGS, Lane.LONGS, CastLoops::isNotZero));
      INTEGERS.forEach(to -> add(from, to, numbers(Lane.LONGS, Lane.LONGS, LongLoops::copy)));
      add(from, DType.STRING, spelled(from));
    }
    FLOATS.forEach(to -> add(DType.STRING, to, parsed(to)));
    integers.forEach(to -> add(DType.STRING, to, parsed(to)));
    add(
        DType.STRING,
        DType.STRING,
        (node, in, out) ->
            new StringCopy(
                new Rows(node, out[0]), StringBlocks.of(in[0], in[0].layout().dims()), out[0]));
  }

  private void singlesToIntegers(DType from) {
    add(from, DType.BOOL, numbers(Lane.FLOATS, Lane.BYTES, CastLoops::isNotZero));
    add(from, DType.I64, numbers(Lane.FLOATS, Lane.LONGS, CastLoops::toI64));
    add(from, DType.U64, numbers(Lane.FLOATS, Lane.LONGS, CastLoops::toU64));
    add(from, DType.I32, numbers(Lane.FLOATS, Lane.INTS, CastLoops::toI32));
    add(from, DType.U32, numbers(Lane.FLOATS, Lane.INTS, CastLoops::toU32));
    add(from, DType.I16, numbers(Lane.FLOATS, Lane.LONGS, CastLoops::toShort));
    add(from, DType.U16, numbers(Lane.FLOATS, Lane.LONGS, CastLoops::toShort));
    add(from, DType.I8, numbers(Lane.FLOATS, Lane.BYTES, CastLoops::toByte));
    add(from, DType.U8, numbers(Lane.FLOATS, Lane.BYTES, CastLoops::toByte));
  }

  private void doublesToIntegers() {
    DType from = DType.F64;
    add(from, DType.BOOL, numbers(Lane.DOUBLES, Lane.BYTES, CastLoops::isNotZero));
    add(from, DType.I64, numbers(Lane.DOUBLES, Lane.LONGS, CastLoops::toI64));
    add(from, DType.U64, numbers(Lane.DOUBLES, Lane.LONGS, CastLoops::toU64));
    add(from, DType.I32, numbers(Lane.DOUBLES, Lane.INTS, CastLoops::toI32));
    add(from, DType.U32, numbers(Lane.DOUBLES, Lane.INTS, CastLoops::toU32));
    add(from, DType.I16, numbers(Lane.DOUBLES, Lane.LONGS, CastLoops::toShort));
    add(from, DType.U16, numbers(Lane.DOUBLES, Lane.LONGS, CastLoops::toShort));
    add(from, DType.I8, numbers(Lane.DOUBLES, Lane.BYTES, CastLoops::toByte));
    add(from, DType.U8, numbers(Lane.DOUBLES, Lane.BYTES, CastLoops::toByte));
  }

  private void add(DType from, DType to, FixedKernel kernel) {
    kernels.add(OpKind.CAST, kernel, to, from);
  }

  /** Between halves of the same kind, bits are moved; else what is on the way is exact. */
  private static FixedKernel halves(DType from, DType to) {
    if (from == to) {
      return numbers(Lane.LONGS, Lane.LONGS, LongLoops::copy);
    }
    return from == DType.F64
        ? numbers(Lane.DOUBLES, Lane.DOUBLES, DoubleLoops::copy)
        : numbers(Lane.FLOATS, Lane.FLOATS, FloatLoops::copy);
  }

  private static <A, B> FixedKernel numbers(Lane<A> from, Lane<B> to, Unary<A, B> loop) {
    return (node, in, out) ->
        new UnaryCall<>(
            new Rows(node, out[0]),
            from.blocks(in[0], in[0].layout().dims()),
            to.output(out[0]),
            loop);
  }

  private static FixedKernel spelled(DType from) {
    if (from == DType.F64) {
      return spelled(Lane.DOUBLES, (x, i) -> NumberText.of(x[i]));
    }
    if (from.isFloat()) {
      return spelled(Lane.FLOATS, (x, i) -> NumberText.of(x[i]));
    }
    return from == DType.U64
        ? spelled(Lane.LONGS, (x, i) -> Long.toUnsignedString(x[i]))
        : spelled(Lane.LONGS, (x, i) -> Long.toString(x[i]));
  }

  private static <A> FixedKernel spelled(Lane<A> lane, NumbersToStrings.Spelling<A> spelling) {
    return (node, in, out) ->
        new NumbersToStrings<>(
            new Rows(node, out[0]), lane.blocks(in[0], in[0].layout().dims()), spelling, out[0]);
  }

  private static FixedKernel parsed(DType to) {
    if (to == DType.F32) {
      return parsed(Lane.FLOATS, (text, y, k) -> y[k] = NumberText.toFloat(text));
    }
    if (to.isFloat()) {
      return parsed(Lane.DOUBLES, (text, y, k) -> y[k] = NumberText.toDouble(text));
    }
    return to == DType.BOOL
        ? parsed(Lane.LONGS, (text, y, k) -> y[k] = NumberText.toBoolean(text) ? 1 : 0)
        : parsed(Lane.LONGS, (text, y, k) -> y[k] = NumberText.toInteger(text, to));
  }

  private static <A> FixedKernel parsed(Lane<A> lane, StringsToNumbers.Reading<A> reading) {
    return (node, in, out) ->
        new StringsToNumbers<>(
            new Rows(node, out[0]),
            StringBlocks.of(in[0], in[0].layout().dims()),
            lane.output(out[0]),
            reading,
            out[0].dtype());
  }
}
