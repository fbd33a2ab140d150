package io.pelton.examples.benchmarks.open;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Opens a model with ONNX Runtime in this JVM, one thread and all optimizations, and reports what
 * it took. Its library is loaded before the clock starts.
 */
final class PeerOpening {
  private final Path file;
  private final int tokens;

  PeerOpening(Path file, int tokens) {
    this.file = file;
    this.tokens = tokens;
  }

  void report() throws OrtException, InterruptedException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    HeldMemory.withoutGarbage();
    OpeningCost cost = OpeningCost.begin();
    try (OrtSession.SessionOptions options = options();
        OrtSession session = environment.createSession(file.toString(), options)) {
      cost.pass("session");
      cost.opened();
      run(environment, session);
      cost.pass("first-run");
      cost.ended();
      HeldMemory.withoutGarbage();
      cost.settled();
    }
  }

  private static OrtSession.SessionOptions options() throws OrtException {
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    options.setIntraOpNumThreads(1);
    options.setInterOpNumThreads(1);
    options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);
    return options;
  }

  private void run(OrtEnvironment environment, OrtSession session) throws OrtException {
    Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
    try {
      for (String name : session.getInputNames()) {
        LongBuffer values = LongBuffer.wrap(Sentence.input(name, tokens));
        inputs.put(name, OnnxTensor.createTensor(environment, values, new long[] {1, tokens}));
      }
      session.run(inputs).close();
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }
}
