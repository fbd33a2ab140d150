package io.pelton.engine.executable;

import io.pelton.engine.kernel.RunState;
import io.pelton.engine.plan.OutputPlaces;
import io.pelton.engine.tensor.MemorySpace;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The program that an executable runs, bound once it is there and anew when another takes its
 * place. One thread at a time; counts, which go on from program to program, are for any.
 */
final class Binding implements AutoCloseable {
  private final Supplier<Program> program;
  private final RunState state;
  private OutputPlaces places = OutputPlaces.ON_HOST;
  private volatile BoundProgram bound;
  private final AtomicLong hits = new AtomicLong();
  private final AtomicLong misses = new AtomicLong();
  private final AtomicLong evictions = new AtomicLong();

  /**
   * @param program that is to run, or throws
   */
  Binding(Supplier<Program> program, RunState state) {
    this.program = program;
    this.state = state;
  }

  /**
   * @throws io.pelton.engine.error.ParametersPending when there is no program yet
   */
  BoundProgram bound() {
    BoundProgram made = bound;
    if (made == null) {
      made = new BoundProgram(program.get(), state);
      made.lookup().place(places);
      bound = made;
    }
    return made;
  }

  /** Leaves outputs, by index, on the device where the next runs compute them. */
  void keepResident(BitSet outputs) {
    if (!places.hasResident(outputs)) {
      place(places.withResident(outputs));
    }
  }

  /**
   * Lets the next runs write an output to memory of the caller.
   *
   * @param space empty for memory of the plan
   */
  void target(int output, Optional<MemorySpace> space) {
    place(places.withTarget(output, space));
  }

  private void place(OutputPlaces other) {
    places = other;
    BoundProgram now = bound;
    if (now != null) {
      now.lookup().place(other);
    }
  }

  long bytes() {
    return bound == null ? 0 : bound.bytes();
  }

  long hits() {
    BoundProgram now = bound;
    return hits.get() + (now == null ? 0 : now.hits());
  }

  long misses() {
    BoundProgram now = bound;
    return misses.get() + (now == null ? 0 : now.misses());
  }

  long evictions() {
    BoundProgram now = bound;
    return evictions.get() + (now == null ? 0 : now.evictions());
  }

  /** Releases the memory; whatever runs next is bound anew. */
  @Override
  public void close() {
    BoundProgram old = bound;
    if (old != null) {
      hits.addAndGet(old.hits());
      misses.addAndGet(old.misses());
      evictions.addAndGet(old.evictions());
      bound = null;
      old.close();
    }
  }
}
