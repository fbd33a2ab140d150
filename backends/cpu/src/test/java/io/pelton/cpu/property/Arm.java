package io.pelton.cpu.property;

import io.pelton.cpu.property.Draft.Manner;
import io.pelton.cpu.property.Draft.Value;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * One arm of a branch in the making: nodes that no one outside reads. Whatever it refuses throws
 * {@link Abandoned}.
 */
final class Arm {
  private final Draft draft;
  private final Supplier<Optional<DeviceId>> device;

  private Arm(Draft draft, Supplier<Optional<DeviceId>> device) {
    this.draft = draft;
    this.device = device;
  }

  /** All on one device, each node on one of its own, or anywhere. */
  static Arm in(Draft draft) {
    return switch (draft.random().nextInt(5)) {
      case 0 -> new Arm(draft, () -> Optional.of(Machines.HOST));
      case 1, 2 -> new Arm(draft, () -> Optional.of(Machines.SECOND));
      case 3 -> new Arm(draft, draft::wish);
      default -> new Arm(draft, Optional::empty);
    };
  }

  Draft draft() {
    return draft;
  }

  Value add(Op op, Value... operands) {
    List<Value> added = draft.add(op, new Manner(device.get(), false, false), operands);
    if (added.isEmpty()) {
      throw new Abandoned(op + " of " + List.of(operands));
    }
    return added.get(0);
  }

  Value unary(OpKind kind, Value x) {
    return add(new ElementwiseOp.Unary(kind), x);
  }

  Value binary(OpKind kind, Value x, Value y) {
    return add(new ElementwiseOp.Binary(kind), x, y);
  }

  /** A number without axes. */
  Value number(DType dtype, double number) {
    return draft.constant(
        switch (dtype) {
          case I64 -> Tensor.of(new long[] {(long) number});
          case I32 -> Tensor.of(new int[] {(int) number});
          default -> Tensor.scalar(dtype, number);
        });
  }

  Value truth(boolean isTrue) {
    return draft.constant(Tensor.wrap(DType.BOOL, new byte[] {(byte) (isTrue ? 1 : 0)}));
  }

  /** The axes that have one length whatever the inputs. */
  List<Integer> fixedAxes(Value x) {
    List<Extent> extents = draft.type(x).shape().extents();
    return IntStream.range(0, extents.size())
        .filter(axis -> extents.get(axis).isFixed())
        .boxed()
        .toList();
  }
}
