package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/** Ops that take over the storage of operand 0, the target, and change or release it. */
public sealed interface MutationOp extends Op {
  @Override
  default List<DType> dtypes(Inference in) {
    return List.of(in.dtype(0));
  }

  @Override
  default List<Shape> shapes(Inference in) {
    return List.of(in.shape(0));
  }

  @Override
  default OptionalInt destructiveInput() {
    return OptionalInt.of(0);
  }

  /**
   * The target with a run of indices along one axis replaced. Operands: target; update, of the
   * target's dtype and lengths except along {@code axis}, where it is no longer; then optionally a
   * scalar I64 that is added to {@code start} when the node runs.
   *
   * @param axis possibly negative
   * @param start index at which the update goes
   * @param rotating the axis is a ring: the start counts modulo its length and what exceeds the end
   *     goes to the front. Otherwise a range outside of the axis is an error
   */
  record WriteSlice(int axis, DynScalar start, boolean rotating) implements MutationOp {
    public WriteSlice {
      Objects.requireNonNull(start);
    }

    @Override
    public OpKind kind() {
      return OpKind.WRITE_SLICE;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      in.check(dtype != DType.STRING, "strings can't be written in place");
      in.check(
          in.dtype(1) == dtype,
          "the update should be " + dtype + " like the target but is " + in.dtype(1));
      if (in.has(2)) {
        in.check(in.dtype(2) == DType.I64, "the start should be I64 but is " + in.dtype(2));
      }
      return List.of(dtype);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      WriteSliceRule.check(in, this);
      return List.of(in.shape(0));
    }

    @Override
    public List<Extent> symbolicExtents() {
      return start.symbolicExtents();
    }

    @Override
    public Op bind(Function<SymbolId, OptionalLong> lengths) {
      return new WriteSlice(axis, start.bind(lengths), rotating);
    }

    @Override
    public boolean isRowwise(Inference in) {
      boolean isInner = in.axis(axis, in.shape(0).rank()) != 0;
      return isInner && in.hasRows(0) && in.hasRows(1) && !in.hasRows(2);
    }
  }

  /** Zeros in the target's dtype and shape. */
  record ZeroFill() implements MutationOp {
    @Override
    public OpKind kind() {
      return OpKind.ZERO_FILL;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0) != DType.STRING, "strings can't be written in place");
      return List.of(in.dtype(0));
    }
  }

  /**
   * An elementwise function of one operand, over the operand itself.
   *
   * @param unary names an {@link ElementwiseOp.Unary}, whose dtype rules hold
   */
  record InPlace(OpKind unary) implements MutationOp {
    @Override
    public OpKind kind() {
      return OpKind.IN_PLACE;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      return new ElementwiseOp.Unary(unary).dtypes(in);
    }

    @Override
    public String label() {
      return kind().label() + unary.label();
    }
  }

  /**
   * Ends the target's life: nothing that runs afterwards reads it. The output is an empty token of
   * its dtype, for control edges and targets to name.
   */
  record Release() implements MutationOp {
    @Override
    public OpKind kind() {
      return OpKind.RELEASE;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(Shape.fixed(0));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return false;
    }
  }

  /** The target's elements on a device, where they already are on that device without a copy. */
  record Move(DeviceId target) implements MutationOp {
    public Move {
      Objects.requireNonNull(target);
    }

    @Override
    public OpKind kind() {
      return OpKind.MOVE;
    }
  }
}
