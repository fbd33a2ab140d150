package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.executable.ActiveExtent;
import io.pelton.engine.executable.ExecutableCapability;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Forking;
import io.pelton.engine.executable.HandleFeeds;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.executable.KvRows;
import io.pelton.engine.executable.OutputRows;
import io.pelton.engine.executable.OutputTargets;
import io.pelton.engine.executable.Parameters;
import io.pelton.engine.executable.RandomNumbers;
import io.pelton.engine.executable.ResidentHandles;
import io.pelton.engine.kernel.RngOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** An executable beside a model of it in plain Java, which knows what every call has to do. */
final class LifeSubject {
  /** Whatever rows a run has. */
  static final int ALL = -1;

  /** A parameter's value, which those share that were forked or copied from one another. */
  private static final class Shared {
    private final Plain value;
    private boolean isFinal;

    private Shared(Plain value, boolean isFinal) {
      this.value = value;
      this.isFinal = isFinal;
    }
  }

  private final LifeGraph graph;
  private final ExecutableGraph executable;
  private final DeviceId host;
  private final Function<RngOptions, Plain> noise;
  private final Plain[] handles;
  private final boolean[] isResident;
  private final boolean[] isFed;
  private final Tensor[] targets;
  private Shared parameter;
  private RngOptions rng = RngOptions.DEFAULT;
  private int actual = ALL;
  private int upper = ALL;
  private Plain[] outputs;
  private Tensor[] written;
  private int computed = ALL;

  /**
   * @param host which the executable may compute on, or not
   * @param noise what a seed draws
   */
  LifeSubject(
      LifeGraph graph,
      ExecutableGraph executable,
      DeviceId host,
      Function<RngOptions, Plain> noise) {
    this.graph = graph;
    this.host = host;
    this.executable = executable;
    this.noise = noise;
    int inputs = executable.inputs().size();
    this.handles = new Plain[inputs];
    this.isResident = new boolean[inputs];
    this.isFed = new boolean[inputs];
    this.targets = new Tensor[executable.outputs().size()];
    this.parameter = new Shared(null, !graph.hasParameter());
  }

  ExecutableGraph executable() {
    return executable;
  }

  <T extends ExecutableCapability> T of(Class<T> type) {
    return executable.capability(type).orElseThrow();
  }

  String name(int slot) {
    return executable.inputs().get(slot).name();
  }

  int inputs() {
    return handles.length;
  }

  boolean isBound(int slot) {
    return handles[slot] != null;
  }

  boolean hasTargets() {
    return Arrays.stream(targets).anyMatch(target -> target != null);
  }

  /** Rows that inputs with rows have to have, or {@link #ALL}. */
  int upper() {
    return upper;
  }

  void bind(int slot, Plain value, boolean resident) {
    Tensor tensor = value.tensor(graph.dtype(slot));
    if (resident) {
      of(ResidentHandles.class).bind(name(slot), tensor);
    } else {
      of(Handles.class).bind(name(slot), tensor);
    }
    handles[slot] = value.copy();
    isResident[slot] = resident;
  }

  void prepare(int slot, long... dims) {
    of(ResidentHandles.class).prepare(name(slot), dims);
    handles[slot] = Plain.of(i -> 0, dims);
    isResident[slot] = true;
  }

  void unbind(int slot) {
    of(Handles.class).unbind(name(slot));
    handles[slot] = null;
    isResident[slot] = false;
  }

  void feed(int slot, boolean isOn) {
    HandleFeeds feeds = of(HandleFeeds.class);
    if (isOn) {
      feeds.feed(name(slot), graph.fedBy(slot));
    } else {
      feeds.remove(name(slot));
    }
    isFed[slot] = isOn;
  }

  /** Feeds an input while it runs. */
  void runAndFeed(int slot, Plain... given) {
    isFed[slot] = true;
    Plain[] expected = predict(given);
    if (expected == null) {
      checkRefused(
          () -> of(HandleFeeds.class).runAndFeed(named(given), name(slot), graph.fedBy(slot)));
      return;
    }
    int output = graph.fedBy(slot);
    Value value = of(HandleFeeds.class).runAndFeed(named(given), name(slot), output);
    check(output, (Tensor) value);
  }

  void target(int output, Tensor target) {
    if (target == null) {
      of(OutputTargets.class).unbind(output);
    } else {
      of(OutputTargets.class).bind(output, target);
    }
    targets[output] = target;
  }

  void extent(int newActual, int newUpper) {
    ActiveExtent extent = of(ActiveExtent.class);
    if (newActual == ALL) {
      extent.clear();
    } else {
      extent.set(newActual, newUpper);
    }
    actual = newActual;
    upper = newActual == ALL ? ALL : newUpper;
  }

  void rng(RngOptions options) {
    of(RandomNumbers.class).set(options);
    rng = options;
  }

  void setParameter(Plain value) {
    of(Parameters.class).set("w", value.tensor(DType.F32));
    parameter = new Shared(value, false);
    forget();
  }

  void finish() {
    if (parameter.value == null) {
      checkRefused(() -> of(Parameters.class).finalizeParameters());
    } else {
      of(Parameters.class).finalizeParameters();
      parameter.isFinal = true;
    }
  }

  void copyParameters(LifeSubject source) {
    of(Parameters.class).copyFrom(source.executable);
    if (parameter != source.parameter) {
      forget();
    }
    parameter = source.parameter;
  }

  LifeSubject fork() {
    LifeSubject fork = new LifeSubject(graph, of(Forking.class).fork(), host, noise);
    fork.parameter = parameter;
    fork.rng = rng;
    return fork;
  }

  /** Outputs are no more. */
  void forget() {
    outputs = null;
  }

  /**
   * What a run on these inputs leaves; null when it has to fail. Handles are as after it.
   *
   * @param given by slot, null where left out; session state is written in it
   */
  Plain[] predict(Plain... given) {
    outputs = null;
    Plain[] in = new Plain[handles.length];
    for (int slot = 0; slot < in.length; slot++) {
      boolean isGiven = slot < given.length && given[slot] != null;
      in[slot] = isGiven ? given[slot] : handles[slot];
      boolean isOnHost = isGiven || !isResident[slot];
      if (in[slot] == null || (graph.isWritten(slot) && isOnHost && !isOnHost())) {
        return null;
      }
    }
    boolean isOtherExtent = upper != ALL && in[0].dims()[0] != upper;
    if (!parameter.isFinal || isOtherExtent) {
      return null;
    }
    Plain[] before = Arrays.stream(in).map(Plain::copy).toArray(Plain[]::new);
    Plain[] made = graph.run(before, parameter.value, graph.isRandom() ? noise.apply(rng) : null);
    for (int output = 0; output < made.length; output++) {
      if (targets[output] != null && !made[output].hasDims(targets[output].dims())) {
        return null;
      }
    }
    for (int slot = 0; slot < in.length; slot++) {
      if (graph.isWritten(slot)) {
        in[slot].copyRows(before[slot], 0, 0, (int) in[slot].dims()[0]);
      }
    }
    for (int slot = 0; slot < in.length; slot++) {
      if (isFed[slot]) {
        handles[slot] = made[graph.fedBy(slot)].copy();
        isResident[slot] = true;
      }
    }
    outputs = made;
    written = targets.clone();
    computed = actual;
    return made;
  }

  /** False where session state has to be resident. */
  private boolean isOnHost() {
    return host.equals(of(ResidentHandles.class).device());
  }

  /** By slot. */
  Tensor[] tensors(Plain... given) {
    Tensor[] tensors = new Tensor[given.length];
    for (int slot = 0; slot < given.length; slot++) {
      tensors[slot] = given[slot] == null ? null : given[slot].tensor(graph.dtype(slot));
    }
    return tensors;
  }

  /** By name. */
  Map<String, Tensor> named(Plain... given) {
    Map<String, Tensor> named = new LinkedHashMap<>();
    Tensor[] tensors = tensors(given);
    for (int slot = 0; slot < given.length; slot++) {
      if (given[slot] != null) {
        named.put(name(slot), tensors[slot]);
      }
    }
    return named;
  }

  /** Runs, by name, and reads some outputs. */
  void run(int[] read, Plain... given) {
    Map<String, Tensor> inputs = named(given);
    if (predict(given) == null) {
      checkRefused(() -> executable.run(inputs, read));
      return;
    }
    Map<String, Value> found = executable.run(inputs, read);
    for (int output : read) {
      check(output, (Tensor) found.get(executable.outputs().get(output).name()));
    }
    checkWritten(inputs, given);
  }

  private void checkWritten(Map<String, Tensor> inputs, Plain... given) {
    for (int slot = 0; slot < given.length; slot++) {
      if (given[slot] != null) {
        given[slot].check("input " + slot, inputs.get(name(slot)));
      }
    }
  }

  /** Runs, by slot or queued. */
  void enqueue(Consumer<Tensor[]> way, Plain... given) {
    Tensor[] inputs = tensors(given);
    if (predict(given) == null) {
      checkRefused(() -> way.accept(inputs));
    } else {
      way.accept(inputs);
    }
  }

  void feedRow(int target) {
    boolean mayBe =
        outputs != null && handles[0] != null && isResident[0] && target < handles[0].dims()[0];
    if (!mayBe) {
      assertThatThrownBy(() -> of(KvRows.class).feedRow(0, target))
          .isInstanceOf(RuntimeException.class);
      return;
    }
    of(KvRows.class).feedRow(0, target);
    handles[0].copyRows(outputs[0], 0, target, 1);
  }

  void seedFrom(LifeSubject source, int tokens) {
    boolean mayBe =
        source != this
            && handles[0] != null
            && isResident[0]
            && source.handles[0] != null
            && source.isResident[0]
            && tokens <= Math.min(handles[0].dims()[0], source.handles[0].dims()[0]);
    KvRows rows = of(KvRows.class);
    if (!mayBe) {
      assertThatThrownBy(() -> rows.seedPrefixFrom(source.executable, tokens))
          .isInstanceOf(RuntimeException.class);
      return;
    }
    rows.seedPrefixFrom(source.executable, tokens);
    handles[0].copyRows(source.handles[0], 0, 0, tokens);
  }

  /** Typed, by the engine. */
  static void checkRefused(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(EngineException.class);
  }

  /** What handles hold, without the host's or the device's share in it being asked for. */
  void checkHandles() {
    for (int slot = 0; slot < handles.length; slot++) {
      Handles host = of(Handles.class);
      String name = name(slot);
      assertThat(host.isBound(name)).as(name).isEqualTo(handles[slot] != null);
      if (handles[slot] != null) {
        handles[slot].check("handle " + name, host.read(name));
      }
    }
  }

  /** A row of a resident handle. */
  void checkRow(int slot, int row) {
    ResidentHandles residents = of(ResidentHandles.class);
    boolean isThere = handles[slot] != null && isResident[slot];
    if (isThere && handles[slot].dims().length > 0 && row < handles[slot].dims()[0]) {
      handles[slot].row(row).check("row " + row, residents.readRow(name(slot), row));
    } else {
      checkRefused(() -> residents.readRow(name(slot), row));
    }
  }

  void checkOutput(int output) {
    if (outputs == null) {
      assertThatThrownBy(() -> executable.output(output)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> executable.slot(output)).isInstanceOf(IllegalStateException.class);
      return;
    }
    check(output, (Tensor) executable.output(output));
    if (written[output] != null) {
      check(output, written[output]);
    }
    assertThat(executable.slot(output).length()).isEqualTo(outputs[output].data().length);
    if (outputs[output].dims().length > 0 && specified(output) > 0) {
      outputs[output].row(0).check("row 0", of(OutputRows.class).readRow(output, 0));
    }
  }

  void check(int output, Tensor found) {
    outputs[output].check("output " + output, found, specified(output));
  }

  private int specified(int output) {
    return computed == ALL || !graph.hasRows(output)
        ? outputs[output].data().length
        : computed * outputs[output].perRow();
  }
}
