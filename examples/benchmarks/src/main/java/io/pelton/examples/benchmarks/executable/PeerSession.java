package io.pelton.examples.benchmarks.executable;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * ONNX Runtime at its best: one thread, all optimizations, inputs and the output in buffers that
 * stay where they are.
 */
final class PeerSession implements AutoCloseable {
  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;
  private final List<OnnxTensor> tensors = new ArrayList<>();
  private final Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
  private final Map<String, OnnxTensor> outputs = new LinkedHashMap<>();
  private FloatBuffer result;

  PeerSession(byte[] model) throws OrtException {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);
      session = environment.createSession(model, options);
    }
  }

  void input(String name, float[] values, long... dims) throws OrtException {
    FloatBuffer buffer = buffer(values.length);
    buffer.put(0, values);
    inputs.put(name, tensor(buffer, dims));
  }

  void output(String name, long... dims) throws OrtException {
    int length = 1;
    for (long dim : dims) {
      length = Math.toIntExact(length * dim);
    }
    result = buffer(length);
    outputs.put(name, tensor(result, dims));
  }

  private static FloatBuffer buffer(int length) {
    return ByteBuffer.allocateDirect(Float.BYTES * length)
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer();
  }

  private OnnxTensor tensor(FloatBuffer buffer, long... dims) throws OrtException {
    OnnxTensor tensor = OnnxTensor.createTensor(environment, buffer, dims);
    tensors.add(tensor);
    return tensor;
  }

  void run() {
    try (OrtSession.Result ignored = session.run(inputs, outputs)) {
      // the output lies in the pinned buffer
    } catch (OrtException e) {
      throw new IllegalStateException("ONNX Runtime failed", e);
    }
  }

  /** What the last run left. */
  float[] result() {
    float[] values = new float[result.capacity()];
    result.get(0, values);
    return values;
  }

  @Override
  public void close() throws OrtException {
    tensors.forEach(OnnxTensor::close);
    session.close();
  }
}
