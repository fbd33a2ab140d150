package io.pelton.onnx.oracle;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import io.pelton.engine.tensor.Value;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The other JVM: runs models in ONNX Runtime. Reads a model and its batches from standard input and
 * writes one answer a batch to standard output, until its input ends. One thread and no graph
 * optimizations, so that operators are compared and not rewrites of them.
 */
final class PeerMain {
  private final OrtEnvironment environment =
      OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "peer");
  private final DataInputStream in;
  private final DataOutputStream out;

  private PeerMain(DataInputStream in, DataOutputStream out) {
    this.in = in;
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException {
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
    System.setOut(System.err);
    PeerMain peer = new PeerMain(new DataInputStream(new BufferedInputStream(System.in)), out);
    while (peer.serve()) {
      out.flush();
    }
  }

  private boolean serve() throws IOException {
    byte[] model;
    try {
      model = Wire.readBytes(in);
    } catch (EOFException e) {
      return false;
    }
    List<Map<String, Value>> batches = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      batches.add(Wire.readAll(in));
    }
    answer(model, batches);
    return true;
  }

  private void answer(byte[] model, List<Map<String, Value>> batches) throws IOException {
    try (SessionOptions options = options();
        OrtSession session = environment.createSession(model, options)) {
      for (Map<String, Value> batch : batches) {
        answer(session, batch);
      }
    } catch (OrtException e) {
      for (int left = batches.size(); left > 0; left--) {
        refuse(e);
      }
    }
  }

  private static SessionOptions options() throws OrtException {
    SessionOptions options = new SessionOptions();
    options.setOptimizationLevel(SessionOptions.OptLevel.NO_OPT);
    options.setIntraOpNumThreads(1);
    options.setInterOpNumThreads(1);
    return options;
  }

  private void answer(OrtSession session, Map<String, Value> inputs) throws IOException {
    Map<String, OnnxTensor> tensors = new HashMap<>();
    try {
      for (Map.Entry<String, Value> input : inputs.entrySet()) {
        tensors.put(input.getKey(), PeerValues.tensor(environment, input.getValue()));
      }
      try (OrtSession.Result result = session.run(tensors)) {
        Map<String, Value> outputs = new LinkedHashMap<>();
        for (Map.Entry<String, OnnxValue> output : result) {
          outputs.put(output.getKey(), PeerValues.value(output.getValue()));
        }
        out.writeBoolean(true);
        Wire.write(out, outputs);
      }
    } catch (OrtException e) {
      refuse(e);
    } finally {
      tensors.values().forEach(OnnxTensor::close);
    }
  }

  private void refuse(OrtException error) throws IOException {
    out.writeBoolean(false);
    Wire.writeText(out, String.valueOf(error.getMessage()));
  }
}
