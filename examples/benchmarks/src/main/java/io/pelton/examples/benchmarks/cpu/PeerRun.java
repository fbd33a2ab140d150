package io.pelton.examples.benchmarks.cpu;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import io.pelton.engine.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * ONNX Runtime at its best: all optimizations, inputs and numeric outputs in direct
 * buffers that stay where they are.
 */
final class PeerRun implements AutoCloseable {
  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;
  private final List<OnnxTensor> tensors = new ArrayList<>();
  private final Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
  private final Map<String, OnnxTensor> pinned = new LinkedHashMap<>();

  /** Outputs that have no buffer of their own: strings, and sequences of maps. */
  private final Set<String> others;

  PeerRun(CpuCase each, int threads) throws OrtException {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(threads);
      if (threads > 1) {
        // else its threads go on spinning while it is the other side's turn
        options.addConfigEntry("session.force_spinning_stop", "1");
      }
      options.setInterOpNumThreads(1);
      options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);
      session = environment.createSession(each.model(), options);
    }
    for (Map.Entry<String, Tensor> input : each.inputs().entrySet()) {
      inputs.put(input.getKey(), keep(tensor(input.getValue())));
    }
    others = new LinkedHashSet<>(session.getOutputNames());
    try (OrtSession.Result result = session.run(inputs)) {
      for (Map.Entry<String, OnnxValue> output : result) {
        if (output.getValue() instanceof OnnxTensor tensor
            && tensor.getInfo().type != OnnxJavaType.STRING) {
          pinned.put(output.getKey(), keep(empty(tensor.getInfo())));
          others.remove(output.getKey());
        }
      }
    }
  }

  private OnnxTensor keep(OnnxTensor tensor) {
    tensors.add(tensor);
    return tensor;
  }

  private OnnxTensor tensor(Tensor tensor) throws OrtException {
    long[] dims = tensor.dims();
    return switch (tensor.dtype()) {
      case STRING -> OnnxTensor.createTensor(environment, tensor.toStrings(), dims);
      case F32 -> {
        ByteBuffer buffer = buffer(tensor.toFloats().length, Float.BYTES);
        buffer.asFloatBuffer().put(tensor.toFloats());
        yield OnnxTensor.createTensor(environment, buffer, dims, OnnxJavaType.FLOAT);
      }
      case I64 -> {
        ByteBuffer buffer = buffer(tensor.toLongs().length, Long.BYTES);
        buffer.asLongBuffer().put(tensor.toLongs());
        yield OnnxTensor.createTensor(environment, buffer, dims, OnnxJavaType.INT64);
      }
      default -> throw new IllegalArgumentException("no case has inputs of " + tensor.dtype());
    };
  }

  private OnnxTensor empty(TensorInfo info) throws OrtException {
    ByteBuffer buffer = buffer(Math.toIntExact(info.getNumElements()), info.type.size);
    return OnnxTensor.createTensor(environment, buffer, info.getShape(), info.type);
  }

  private static ByteBuffer buffer(int elements, int width) {
    return ByteBuffer.allocateDirect(elements * width).order(ByteOrder.nativeOrder());
  }

  void run() {
    try (OrtSession.Result ignored = session.run(inputs, others, pinned)) {
      // numeric outputs lie in the pinned buffers
    } catch (OrtException e) {
      throw new IllegalStateException("ONNX Runtime failed", e);
    }
  }

  /** What the last run left in a float output; empty for others. */
  Optional<float[]> floats(String output) {
    OnnxTensor tensor = pinned.get(output);
    if (tensor == null || tensor.getInfo().type != OnnxJavaType.FLOAT) {
      return Optional.empty();
    }
    float[] values = new float[Math.toIntExact(tensor.getInfo().getNumElements())];
    tensor.getFloatBuffer().get(values);
    return Optional.of(values);
  }

  @Override
  public void close() throws OrtException {
    tensors.forEach(OnnxTensor::close);
    session.close();
  }
}
