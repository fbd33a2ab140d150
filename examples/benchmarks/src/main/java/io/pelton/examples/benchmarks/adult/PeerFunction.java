package io.pelton.examples.benchmarks.adult;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.types.Row;

/**
 * ONNX Runtime as people wrap it today: a session in a map function, one record a call, one thread,
 * all optimizations on.
 */
final class PeerFunction extends RichMapFunction<Row, Float> {
  private static final long serialVersionUID = 1L;

  private final String model;
  private transient OrtEnvironment environment;
  private transient OrtSession session;
  private transient Map<String, OnnxJavaType> inputs;

  PeerFunction(String model) {
    this.model = model;
  }

  @Override
  public void open(OpenContext context) throws OrtException {
    environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);
      session = environment.createSession(model, options);
    }
    inputs = new HashMap<>();
    for (Map.Entry<String, NodeInfo> input : session.getInputInfo().entrySet()) {
      inputs.put(input.getKey(), ((TensorInfo) input.getValue().getInfo()).type);
    }
  }

  /** The probability of the positive class. */
  @Override
  public Float map(Row row) throws OrtException {
    Map<String, OnnxTensor> tensors = new HashMap<>();
    try {
      for (Map.Entry<String, OnnxJavaType> input : inputs.entrySet()) {
        tensors.put(input.getKey(), tensor(row.getField(input.getKey()), input.getValue()));
      }
      try (OrtSession.Result result = session.run(tensors)) {
        return ((float[][]) result.get(1).getValue())[0][1];
      }
    } finally {
      tensors.values().forEach(OnnxTensor::close);
    }
  }

  private OnnxTensor tensor(Object value, OnnxJavaType type) throws OrtException {
    if (type == OnnxJavaType.STRING) {
      String[][] text = {{value == null ? "?" : (String) value}};
      return OnnxTensor.createTensor(environment, text);
    }
    float[][] number = {{value == null ? Float.NaN : (Float) value}};
    return OnnxTensor.createTensor(environment, number);
  }

  @Override
  public void close() throws OrtException {
    if (session != null) {
      session.close();
    }
  }
}
