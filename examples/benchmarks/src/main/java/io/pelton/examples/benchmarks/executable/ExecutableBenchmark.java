package io.pelton.examples.benchmarks.executable;

import ai.onnxruntime.OrtException;
import io.pelton.engine.executable.ActiveExtent;
import io.pelton.engine.executable.BucketedCompileCache;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.Tensor;
import io.pelton.examples.benchmarks.Contender;
import io.pelton.examples.benchmarks.Results;
import io.pelton.onnx.OnnxModel;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What a run costs beside its kernels, and what an active extent saves, next to ONNX Runtime with
 * pinned buffers in the same process, all on this thread.
 */
@Command(
    name = "executable",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "One run of an executable: 8 floats added, and 33 rows in a bucket of 64.")
public final class ExecutableBenchmark implements Callable<Integer> {
  private static final int ELEMENTS = 8;
  private static final int WIDTH = 64;
  private static final int UPPER = 64;
  private static final int ACTUAL = 33;

  @Option(names = "--rounds", description = "Measured rounds, in which all take turns.")
  private int rounds = 301;

  @Option(names = "--warm-up", description = "Rounds before that.")
  private int warmUp = 100;

  @Option(names = "--sums", description = "Sums of a round.")
  private int sums = 2000;

  @Option(names = "--batches", description = "Batches of a round.")
  private int batches = 50;

  @Override
  public Integer call() throws OrtException {
    sum();
    extent();
    return 0;
  }

  private static CompiledGraph compile(byte[] model) {
    Backend backend = Backend.best(ExecutableBenchmark.class.getClassLoader());
    return CompiledGraph.compile(
        OnnxModel.parse(model, "bench").graph(), CompileOptions.on(backend));
  }

  private static float[] random(int length) {
    Random random = new Random(length);
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return values;
  }

  private static void check(float[] ours, float[] theirs) {
    for (int i = 0; i < ours.length; i++) {
      if (Math.abs(ours[i] - theirs[i]) > 1e-5) {
        throw new IllegalStateException(
            "the two sides disagree: %s and %s"
                .formatted(Arrays.toString(ours), Arrays.toString(theirs)));
      }
    }
  }

  private void sum() throws OrtException {
    byte[] model = Models.sum(ELEMENTS);
    float[] x = random(ELEMENTS);
    float[] y = random(ELEMENTS);
    try (CompiledGraph compiled = compile(model);
        ExecutableGraph executable = compiled.newExecutable();
        PeerSession peer = new PeerSession(model)) {
      Tensor[] inputs = {Tensor.of(x, ELEMENTS), Tensor.of(y, ELEMENTS)};
      peer.input("x", x, ELEMENTS);
      peer.input("y", y, ELEMENTS);
      peer.output("z", ELEMENTS);
      executable.runSlots(inputs);
      peer.run();
      check(((Tensor) executable.output(0)).toFloats(), peer.result());
      Map<String, Contender> contenders = new LinkedHashMap<>();
      contenders.put(
          "run-slots-sum", new Contender(i -> executable.runSlots(inputs), sums, rounds));
      contenders.put("onnxruntime-sum", new Contender(i -> peer.run(), sums, rounds));
      Contender.takeTurns(contenders.values(), warmUp, rounds);
      contenders.forEach((name, contender) -> Results.value(name, contender.nanos(), "ns"));
      Contender ours = contenders.get("run-slots-sum");
      Results.value("run-slots-allocated", ours.allocated(), "bytes");
      Results.ratio("run-slots-sum", ours.ratioTo(contenders.get("onnxruntime-sum")));
    }
  }

  private void extent() throws OrtException {
    byte[] model = Models.layers(WIDTH);
    float[] rows = random(UPPER * WIDTH);
    float[] first = Arrays.copyOf(rows, ACTUAL * WIDTH);
    try (CompiledGraph compiled = compile(model);
        ExecutableGraph whole = compiled.newExecutable();
        ExecutableGraph part = compiled.newExecutable();
        BucketedCompileCache buckets = BucketedCompileCache.builder(compiled).build();
        PeerSession peer = new PeerSession(model)) {
      Tensor padded = Tensor.of(rows, UPPER, WIDTH);
      Map<String, Tensor> own = Map.of("x", Tensor.of(first, ACTUAL, WIDTH));
      Map<String, Tensor> full = Map.of("x", padded);
      part.capability(ActiveExtent.class).orElseThrow().set(ACTUAL, UPPER);
      peer.input("x", first, ACTUAL, WIDTH);
      peer.output("y", ACTUAL, WIDTH);
      peer.run();
      check(((Tensor) buckets.runPadded(own).get("y")).toFloats(), peer.result());
      Map<String, Contender> contenders = new LinkedHashMap<>();
      contenders.put("full-bucket", contender(() -> whole.runSlots(padded)));
      contenders.put("active-extent", contender(() -> part.runSlots(padded)));
      contenders.put("run-full", contender(() -> buckets.runPadded(full)));
      contenders.put("run-padded", contender(() -> buckets.runPadded(own)));
      contenders.put("onnxruntime-rows", contender(peer::run));
      Contender.takeTurns(contenders.values(), warmUp, rounds);
      contenders.forEach((name, contender) -> Results.value(name, contender.nanos() / 1e3, "us"));
      share("active-extent-share", contenders.get("active-extent"), contenders.get("full-bucket"));
      share("run-padded-share", contenders.get("run-padded"), contenders.get("run-full"));
      Results.ratio(
          "run-padded", contenders.get("run-padded").ratioTo(contenders.get("onnxruntime-rows")));
    }
  }

  private Contender contender(Runnable run) {
    return new Contender(number -> run.run(), batches, rounds);
  }

  /** Of the time that all rows take. */
  private static void share(String name, Contender part, Contender whole) {
    Results.value(name, 1 / part.ratioTo(whole), "of the full bucket");
  }
}
