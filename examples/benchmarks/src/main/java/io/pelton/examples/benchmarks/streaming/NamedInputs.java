package io.pelton.examples.benchmarks.streaming;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.nio.FloatBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.types.Row;

/**
 * One input a field: numbers in memory that stays where it is, strings handed over with every call,
 * as there is no other way. A missing number is NaN, a missing string {@code ?}.
 */
final class NamedInputs implements PeerInputs {
  private static final long serialVersionUID = 1L;

  private static final OrtEnvironment ENVIRONMENT = OrtEnvironment.getEnvironment();
  private static final String MISSING = "?";

  private final List<String> fields;
  private transient String[] names;
  private transient int[] positions;
  private transient boolean[] isText;
  private transient FloatBuffer[] numbers;
  private transient String[][] texts;
  private transient Map<String, OnnxTensor> tensors;
  private transient int rows;

  /**
   * @param fields of the records, in order
   */
  NamedInputs(List<String> fields) {
    this.fields = List.copyOf(fields);
  }

  @Override
  public void open(OrtSession session, int batchRows) throws OrtException {
    Map<String, NodeInfo> inputs = session.getInputInfo();
    names = inputs.keySet().toArray(new String[0]);
    positions = new int[names.length];
    isText = new boolean[names.length];
    numbers = new FloatBuffer[names.length];
    texts = new String[names.length][];
    tensors = new HashMap<>();
    rows = batchRows;
    for (int i = 0; i < names.length; i++) {
      positions[i] = fields.indexOf(names[i]);
      isText[i] = ((TensorInfo) inputs.get(names[i]).getInfo()).type == OnnxJavaType.STRING;
      if (isText[i]) {
        texts[i] = new String[batchRows];
      } else {
        numbers[i] = Direct.floats(batchRows);
        tensors.put(names[i], OnnxTensor.createTensor(ENVIRONMENT, numbers[i], shape(batchRows)));
      }
    }
  }

  private static long[] shape(int rows) {
    return new long[] {rows, 1};
  }

  @Override
  public Map<String, OnnxTensor> single(Row row) throws OrtException {
    Map<String, OnnxTensor> single = new HashMap<>();
    for (int i = 0; i < names.length; i++) {
      Object value = row.getField(positions[i]);
      single.put(
          names[i],
          isText[i]
              ? OnnxTensor.createTensor(ENVIRONMENT, new String[] {text(value)}, shape(1))
              : OnnxTensor.createTensor(
                  ENVIRONMENT, FloatBuffer.wrap(new float[] {number(value)}), shape(1)));
    }
    return single;
  }

  @Override
  public void put(int slot, Row row) {
    for (int i = 0; i < names.length; i++) {
      Object value = row.getField(positions[i]);
      if (isText[i]) {
        texts[i][slot] = text(value);
      } else {
        numbers[i].put(slot, number(value));
      }
    }
  }

  private static String text(Object value) {
    return value == null ? MISSING : (String) value;
  }

  private static float number(Object value) {
    return value == null ? Float.NaN : (Float) value;
  }

  @Override
  public Map<String, OnnxTensor> batch() throws OrtException {
    for (int i = 0; i < names.length; i++) {
      if (isText[i]) {
        OnnxTensor before =
            tensors.put(names[i], OnnxTensor.createTensor(ENVIRONMENT, texts[i], shape(rows)));
        if (before != null) {
          before.close();
        }
      }
    }
    return tensors;
  }

  @Override
  public void close() {
    if (tensors != null) {
      tensors.values().forEach(OnnxTensor::close);
    }
  }
}
