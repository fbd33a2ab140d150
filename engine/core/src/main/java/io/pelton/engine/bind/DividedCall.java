package io.pelton.engine.bind;

import io.pelton.engine.crew.Team;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.plan.Step;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * A large step in parts, which the threads of a team compute at the same time. Every element of an
 * output is computed by one of them as it would be in the whole, so that no bit depends on their
 * number.
 */
final class DividedCall implements Call {
  /**
   * What a run has to take by its estimate, which vectors may beat twenty times, so that waking
   * threads up is little beside it.
   */
  static final double LEAST_NANOS = 1e6;

  private final Team team;
  private final Slicing slicing;
  private final Part[] parts;
  private final long capacity;

  /** Rows from which the parts are computed at the same time. */
  private final int fewest;

  private final IntConsumer part = this::part;
  private long active;
  private long each;

  private DividedCall(Team team, Slicing slicing, Part[] parts, long capacity, int fewest) {
    this.team = team;
    this.slicing = slicing;
    this.parts = parts;
    this.capacity = capacity;
    this.fewest = fewest;
  }

  /** Empty where a step is small, is in one piece or does not run on the host. */
  static Optional<Call> of(Step step, NodeSpec node, Operand[] in, Operand[] out) {
    double nanos = step.cost().estimatedNanos();
    boolean isDivisible =
        node.state().team().threads() > 1
            && step.device().isHost()
            && nanos >= LEAST_NANOS
            && step.alternative().kernel() instanceof FixedKernel
            && step.alternative().can(Capability.ACTIVE_EXTENT);
    return isDivisible
        ? Slicing.of(step).flatMap(slicing -> bind(step, slicing, node, in, out, nanos))
        : Optional.empty();
  }

  private static Optional<Call> bind(
      Step step, Slicing slicing, NodeSpec node, Operand[] in, Operand[] out, double nanos) {
    Team team = node.state().team();
    long capacity = ceil(slicing.length(), team.threads());
    Part[] parts = new Part[Math.toIntExact(ceil(slicing.length(), capacity))];
    for (int i = 0; i < parts.length; i++) {
      long from = i * capacity;
      long length = slicing.areRows() ? capacity : Math.min(capacity, slicing.length() - from);
      FixedKernel kernel = (FixedKernel) step.alternative().kernel();
      Optional<Part> part = Part.bind(node, kernel, slicing, in, out, from, length);
      if (part.isEmpty()) {
        return Optional.empty();
      }
      parts[i] = part.get();
    }
    int fewest = (int) Math.ceil(slicing.length() * (LEAST_NANOS / nanos));
    return Optional.of(new DividedCall(team, slicing, parts, capacity, fewest));
  }

  private static long ceil(long dividend, long divisor) {
    return (dividend + divisor - 1) / divisor;
  }

  @Override
  public void run(int rows) {
    active = slicing.areRows() ? rows : slicing.length();
    boolean isSmall = active < fewest;
    each = isSmall || !slicing.areRows() ? capacity : Math.max(1, ceil(active, parts.length));
    int count = (int) ceil(active, each);
    if (isSmall) {
      for (int i = 0; i < count; i++) {
        part(i);
      }
      return;
    }
    team.run(count, part);
  }

  private void part(int index) {
    long from = index * each;
    parts[index].run(from, slicing.areRows() ? (int) Math.min(each, active - from) : 1);
  }
}
