package io.pelton.engine.executable;

import io.pelton.engine.error.IncompatibleSource;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.StaleSession;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** One bucket of a decode session: an executable, the caches in it and what a run is given. */
final class DecodeState {
  private final DecodeModel model;
  private final PlannedExecutable executable;
  private final Object instance;
  private final ResidentHandles handles;
  private final KvRows rows;
  private final long upper;
  private final int logits;
  private final long[] allocations;
  private long writes;
  private DecodeInputs inputs;

  /**
   * Prepares caches of zeros, in place of what the executable held.
   *
   * @param upper rows of the caches
   * @throws io.pelton.engine.error.UnknownName when the model names what the graph does not have
   * @throws InputMismatch when an input or output can't have the type that the model implies
   * @throws io.pelton.engine.error.ParametersPending when parameters are not final
   */
  DecodeState(ExecutableGraph executable, DecodeModel model, long upper) {
    this.model = model;
    this.executable = planned(executable);
    this.instance = this.executable.program();
    this.upper = upper;
    this.inputs = new DecodeInputs(executable.inputs(), model, upper, 0);
    this.logits = DecodeInputs.slot(executable.outputs(), model.logits());
    this.handles = capability(ResidentHandles.class);
    this.rows = capability(KvRows.class);
    this.allocations = new long[model.caches().size()];
    for (int i = 0; i < allocations.length; i++) {
      allocations[i] = prepare(model.caches().get(i));
    }
    this.writes = this.executable.writes();
  }

  /** Caches move between executables of this engine alone. */
  private static PlannedExecutable planned(ExecutableGraph executable) {
    if (executable instanceof PlannedExecutable planned) {
      return planned;
    }
    throw incompatible("the executable", "one of a CompiledGraph", String.valueOf(executable));
  }

  private <T extends ExecutableCapability> T capability(Class<T> type) {
    return executable
        .capability(type)
        .orElseThrow(
            () -> incompatible("abilities", type.getSimpleName() + " among them", "without it"));
  }

  private long prepare(DecodeCache cache) {
    int slot = DecodeInputs.slot(executable.inputs(), cache.input());
    if (model.newToken() == NewToken.WRITTEN && !executable.isState(slot)) {
      throw new InputMismatch(cache.input(), "memory", "session state", "for reading only");
    }
    capability(HandleFeeds.class).remove(cache.input());
    handles.prepare(cache.input(), dims(cache));
    int output = DecodeInputs.slot(executable.outputs(), cache.output());
    rows.register(cache.input(), output, cache.axis());
    return handles.allocation(cache.input());
  }

  private long[] dims(DecodeCache cache) {
    List<Port> ports = executable.inputs();
    Shape shape = ((TensorType) ports.get(DecodeInputs.slot(ports, cache.input())).type()).shape();
    if (!shape.isRanked() || shape.rank() <= cache.axis()) {
      String expected = "one with axis " + cache.axis();
      throw new InputMismatch(cache.input(), "shape", expected, shape.toString());
    }
    long[] dims = new long[shape.rank()];
    for (int axis = 0; axis < dims.length; axis++) {
      Extent extent = shape.extent(axis);
      dims[axis] = axis == cache.axis() ? upper : extent.isFixed() ? extent.max() : 1;
    }
    return dims;
  }

  ExecutableGraph executable() {
    return executable;
  }

  long upper() {
    return upper;
  }

  /**
   * Makes sure that the caches are as this left them.
   *
   * @param executables say what the session would run on now
   * @throws StaleSession when they are not
   */
  void check(DecodeExecutables executables) {
    PlannedExecutable found = planned(executables.at(upper));
    if (found.program() != instance) {
      throw new StaleSession(
          "the model instance", name(executable, instance), name(found, found.program()));
    }
    if (found != executable) {
      throw new StaleSession("the executable", name(executable, executable), name(found, found));
    }
    for (int i = 0; i < allocations.length; i++) {
      DecodeCache cache = model.caches().get(i);
      if (!handles.isResident(cache.input())) {
        throw stale("memory", cache, "resident", "not");
      }
      if (handles.allocation(cache.input()) != allocations[i]) {
        throw exchanged(cache, allocations[i]);
      }
    }
    long others = executable.writes() - writes;
    if (others != 0) {
      throw new StaleSession(
          "what wrote the caches", "this session alone", others + " runs or copies by others");
    }
  }

  private StaleSession exchanged(DecodeCache cache, long allocation) {
    String expected = Arrays.toString(dims(cache));
    String found = Arrays.toString(handles.read(cache.input()).dims());
    if (!expected.equals(found)) {
      return stale("geometry", cache, expected, found);
    }
    long other = handles.allocation(cache.input());
    return stale("memory", cache, "allocation " + allocation, "allocation " + other);
  }

  private static StaleSession stale(String what, DecodeCache cache, String expected, String found) {
    return new StaleSession("the " + what + " of cache '" + cache.input() + "'", expected, found);
  }

  /** Tells instances of one graph apart, too. */
  private static String name(PlannedExecutable executable, Object instance) {
    return executable.subject() + " of instance " + System.identityHashCode(instance);
  }

  /**
   * Takes over the tokens of a smaller bucket, on the device.
   *
   * @throws IncompatibleSource when it is not of the same model
   */
  void take(DecodeState smaller, long tokens) {
    if (instance != smaller.instance) {
      throw incompatible(
          "the model instance",
          name(smaller.executable, smaller.instance),
          name(executable, instance));
    }
    rows.seedPrefixFrom(smaller.executable, tokens);
    writes = executable.writes();
    inputs = new DecodeInputs(executable.inputs(), model, upper, tokens);
  }

  private static IncompatibleSource incompatible(String what, String expected, String found) {
    return new IncompatibleSource("decode session", what, expected, found);
  }

  /**
   * Computes a token and keeps its rows.
   *
   * @param at tokens before it, fewer than {@link #upper}
   */
  Tensor step(long token, long at) {
    inputs.write(token, at);
    if (model.newToken() != NewToken.APPENDED) {
      inputs.show(at);
    }
    try {
      executable.runSlots(inputs.slots());
      if (model.newToken() != NewToken.WRITTEN) {
        rows.feedRow(model.newToken() == NewToken.APPENDED ? upper : 0, at);
      }
    } finally {
      writes = executable.writes();
    }
    inputs.show(at);
    return (Tensor) executable.output(logits);
  }
}
