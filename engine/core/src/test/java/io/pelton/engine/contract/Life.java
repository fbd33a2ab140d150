package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.KvRows;
import io.pelton.engine.executable.Pipelining;
import io.pelton.engine.executable.RandomNumbers;
import io.pelton.engine.executable.ResidentHandles;
import io.pelton.engine.kernel.RngOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** One random sequence of calls on executables of one graph, each beside its model. */
final class Life implements AutoCloseable {
  private static final int SUBJECTS = 3;

  private final Random random;
  private final LifeGraph graph;
  private final CompiledGraph compiled;
  private final List<LifeSubject> subjects = new ArrayList<>();
  private final List<String> calls = new ArrayList<>();

  Life(Machine machine, long seed) {
    this.random = new Random(seed);
    this.graph = any(List.of(LifeGraph.values()));
    CompileOptions options = machine.options().withPlanCacheCapacity(1 + random.nextInt(3));
    this.compiled =
        CompiledGraph.compile(graph.graph(), options.withBucketRows(random.nextBoolean()));
    subjects.add(fresh());
  }

  private <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private LifeSubject fresh() {
    return opened(new LifeSubject(graph, compiled.newExecutable(), host(), this::noise));
  }

  private DeviceId host() {
    return compiled.options().devices().host().id();
  }

  private LifeSubject opened(LifeSubject subject) {
    if (graph.hasCache()) {
      subject.of(KvRows.class).register("cache", 0, 0);
    }
    return subject;
  }

  /** What a seed draws, by an executable that did nothing else. */
  private Plain noise(RngOptions options) {
    try (ExecutableGraph other = compiled.newExecutable()) {
      other.capability(RandomNumbers.class).orElseThrow().set(options);
      other.runSlots(Plain.of(i -> 0, 2, 3).tensor(DType.F32));
      Tensor drawn = (Tensor) other.output(1);
      return new Plain(drawn.dims(), drawn.toFloats());
    }
  }

  /** So many calls. */
  void live(int count) {
    for (int call = 0; call < count; call++) {
      LifeSubject subject = subjects.get(random.nextInt(subjects.size()));
      calls.add(Integer.toString(subjects.indexOf(subject)));
      step(subject, random.nextInt(34));
      boolean isOpen = subjects.contains(subject);
      if (isOpen && random.nextInt(3) == 0) {
        subject.checkHandles();
      }
      if (isOpen && random.nextInt(3) == 0) {
        subject.checkOutput(random.nextInt(subject.executable().outputs().size()));
      }
    }
    for (LifeSubject subject : subjects) {
      subject.checkHandles();
      for (int output = 0; output < subject.executable().outputs().size(); output++) {
        subject.checkOutput(output);
      }
    }
  }

  private void step(LifeSubject subject, int kind) {
    int slot = random.nextInt(subject.inputs());
    switch (kind) {
      case 0, 1, 2, 3 -> run(subject);
      case 4, 5, 6 -> runSlots(subject);
      case 7, 8, 9 -> commit(subject);
      case 10 -> runPipelined(subject);
      case 11, 12, 13 -> bind(subject, slot, false);
      case 14, 15, 16 -> bind(subject, slot, true);
      case 17 -> prepare(subject, slot);
      case 18 -> say("stage", () -> subject.of(ResidentHandles.class).stage());
      case 19 -> say("unbind " + slot, () -> subject.unbind(slot));
      case 20, 21, 22 -> feed(subject, slot);
      case 23, 24 -> rows(subject, slot);
      case 25 -> extent(subject);
      case 26, 27 -> target(subject);
      case 28 -> seed(subject);
      case 29, 30 -> parameters(subject);
      case 31 -> fork(subject);
      case 32 -> reopen(subject);
      default -> misuse(subject, slot);
    }
  }

  private void say(String call, Runnable action) {
    calls.add(call);
    action.run();
  }

  /** Inputs of a run; what is bound is mostly left out. */
  private Plain[] given(LifeSubject subject) {
    int rows = subject.upper() == LifeSubject.ALL ? 1 + random.nextInt(5) : subject.upper();
    Plain[] given = new Plain[subject.inputs()];
    for (int slot = 0; slot < given.length; slot++) {
      boolean isLeft = subject.isBound(slot) ? random.nextInt(4) > 0 : random.nextInt(12) == 0;
      given[slot] = isLeft ? null : graph.draw(slot, random, rows);
    }
    return given;
  }

  private static String text(Plain[] given) {
    return Arrays.stream(given)
        .map(value -> value == null ? "-" : Arrays.toString(value.dims()))
        .toList()
        .toString();
  }

  private void run(LifeSubject subject) {
    int outputs = subject.executable().outputs().size();
    int[] read = IntStream.range(0, outputs).filter(i -> random.nextInt(3) > 0).toArray();
    Plain[] given = given(subject);
    say("run " + text(given) + Arrays.toString(read), () -> subject.run(read, given));
  }

  private void runSlots(LifeSubject subject) {
    Plain[] given = given(subject);
    say("runSlots " + text(given), () -> subject.enqueue(subject.executable()::runSlots, given));
  }

  private void commit(LifeSubject subject) {
    Optional<Pipelining> pipelining = subject.executable().capability(Pipelining.class);
    if (pipelining.isPresent() && random.nextInt(6) == 0) {
      say("await", pipelining.get()::await);
    } else if (pipelining.isPresent()) {
      Plain[] given = given(subject);
      say("commit " + text(given), () -> subject.enqueue(pipelining.get()::commit, given));
    }
  }

  private void runPipelined(LifeSubject subject) {
    Optional<Pipelining> pipelining = subject.executable().capability(Pipelining.class);
    if (pipelining.isEmpty()) {
      return;
    }
    List<Map<String, Tensor>> sets = new ArrayList<>();
    List<Plain[]> expected = new ArrayList<>();
    boolean isRefused = false;
    for (int run = random.nextInt(4); run >= 0 && !isRefused; run--) {
      Plain[] given = given(subject);
      sets.add(subject.named(given));
      expected.add(subject.predict(given));
      isRefused = expected.get(expected.size() - 1) == null;
    }
    calls.add("runPipelined " + sets.size() + (isRefused ? ", refused" : ""));
    if (isRefused) {
      LifeSubject.checkRefused(() -> pipelining.get().runPipelined(sets));
      return;
    }
    List<List<Value>> found = pipelining.get().runPipelined(sets);
    for (int run = 0; run < found.size(); run++) {
      for (int output = 0; output < found.get(run).size(); output++) {
        if (!graph.hasRows(output)) {
          Tensor value = (Tensor) found.get(run).get(output);
          expected.get(run)[output].check("run " + run + " output " + output, value);
        }
      }
    }
  }

  private void bind(LifeSubject subject, int slot, boolean resident) {
    Plain value = graph.draw(slot, random, random.nextInt(5));
    String call = (resident ? "reside " : "bind ") + slot + Arrays.toString(value.dims());
    say(call, () -> subject.bind(slot, value, resident));
  }

  private void prepare(LifeSubject subject, int slot) {
    long[] dims = graph.draw(slot, random, 1 + random.nextInt(5)).dims();
    say("prepare " + slot + Arrays.toString(dims), () -> subject.prepare(slot, dims));
  }

  private void feed(LifeSubject subject, int slot) {
    if (graph.fedBy(slot) < 0) {
      return;
    }
    Plain[] given = given(subject);
    switch (random.nextInt(3)) {
      case 0 -> say("feed " + slot, () -> subject.feed(slot, true));
      case 1 -> say("remove " + slot, () -> subject.feed(slot, false));
      default -> say("runAndFeed " + slot + text(given), () -> subject.runAndFeed(slot, given));
    }
  }

  private void rows(LifeSubject subject, int slot) {
    int row = random.nextInt(4);
    LifeSubject other = subjects.get(random.nextInt(subjects.size()));
    if (!graph.hasCache() || random.nextInt(3) == 0) {
      say("readRow " + slot + " " + row, () -> subject.checkRow(slot, row));
    } else if (random.nextBoolean()) {
      say("feedRow " + row, () -> subject.feedRow(row));
    } else {
      say("seedPrefix " + subjects.indexOf(other) + " " + row, () -> subject.seedFrom(other, row));
    }
  }

  private void extent(LifeSubject subject) {
    if (!graph.hasRows(0)) {
      return;
    }
    int upper = 1 + random.nextInt(5);
    int actual = random.nextInt(3) == 0 ? LifeSubject.ALL : random.nextInt(upper + 1);
    say("extent " + actual + " " + upper, () -> subject.extent(actual, upper));
  }

  private void target(LifeSubject subject) {
    int output = random.nextInt(subject.executable().outputs().size());
    if (random.nextInt(3) == 0) {
      say("untarget " + output, () -> subject.target(output, null));
      return;
    }
    Plain[] in = new Plain[subject.inputs()];
    for (int slot = 0; slot < in.length; slot++) {
      in[slot] = graph.draw(slot, random, 1 + random.nextInt(5));
    }
    Plain made = graph.run(in, Plain.of(i -> 0, 3), Plain.of(i -> 0, 2, 3))[output];
    boolean isOutside = random.nextBoolean();
    Tensor memory = made.tensor(DType.F32);
    Tensor target = isOutside ? Plain.outside(memory) : memory;
    String call = "target " + output + Arrays.toString(made.dims()) + (isOutside ? " outside" : "");
    say(call, () -> subject.target(output, target));
  }

  private void seed(LifeSubject subject) {
    if (graph.isRandom()) {
      RngOptions options =
          new RngOptions(random.nextInt(3), any(List.of(RngOptions.Generator.values())));
      say(options.toString(), () -> subject.rng(options));
    }
  }

  private void parameters(LifeSubject subject) {
    if (!graph.hasParameter()) {
      return;
    }
    LifeSubject other = subjects.get(random.nextInt(subjects.size()));
    Plain value = graph.draw(subject.inputs(), random, 1);
    switch (random.nextInt(4)) {
      case 0 -> say("set", () -> subject.setParameter(value));
      case 1 -> say("copyFrom " + subjects.indexOf(other), () -> subject.copyParameters(other));
      default -> say("finalize", subject::finish);
    }
  }

  private void fork(LifeSubject subject) {
    if (subjects.size() < SUBJECTS) {
      say("fork", () -> subjects.add(opened(subject.fork())));
    }
  }

  private void reopen(LifeSubject subject) {
    calls.add("close");
    subject.executable().close();
    LifeSubject.checkRefused(() -> subject.executable().runSlots());
    assertThat(catchUse(subject)).isInstanceOf(ConcurrentUse.class);
    assertThat(subject.executable().statistics().arenaBytes()).isZero();
    subjects.remove(subject);
    if (subjects.isEmpty() || random.nextBoolean()) {
      subjects.add(fresh());
    }
  }

  private static Throwable catchUse(LifeSubject subject) {
    return catchThrowable(() -> subject.of(ResidentHandles.class).stage());
  }

  /** Calls that are refused and change nothing but that a run may have had outputs. */
  private void misuse(LifeSubject subject, int slot) {
    ExecutableGraph executable = subject.executable();
    ResidentHandles residents = subject.of(ResidentHandles.class);
    Tensor odd = Tensor.of(new float[16], 4, 4);
    int choice = random.nextInt(6);
    calls.add("misuse " + choice);
    switch (choice) {
      case 0 -> LifeSubject.checkRefused(() -> residents.bind(subject.name(slot), odd));
      case 1 -> LifeSubject.checkRefused(() -> residents.prepare(subject.name(slot), 4, 4));
      case 2 -> LifeSubject.checkRefused(() -> executable.run(Map.of("nobody", odd)));
      case 3 -> LifeSubject.checkRefused(() -> executable.run(Map.of(), 9));
      case 4 -> {
        LifeSubject.checkRefused(() -> executable.runSlots(odd, odd, odd, odd));
        subject.forget();
      }
      default -> {
        Tensor[] inputs = new Tensor[subject.inputs()];
        inputs[slot] = odd;
        LifeSubject.checkRefused(() -> executable.runSlots(inputs));
        subject.forget();
      }
    }
  }

  @Override
  public String toString() {
    return graph + ", capacity " + compiled.options().planCacheCapacity() + ": " + calls;
  }

  @Override
  public void close() {
    subjects.forEach(subject -> subject.executable().close());
    compiled.close();
  }
}
