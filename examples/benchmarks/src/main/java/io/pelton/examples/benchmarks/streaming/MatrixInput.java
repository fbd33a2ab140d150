package io.pelton.examples.benchmarks.streaming;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.util.Map;
import org.apache.flink.types.Row;

/** One input of floats: the fields of a record, or the array in its only one. */
final class MatrixInput implements PeerInputs {
  private static final long serialVersionUID = 1L;

  private final PeerModel model;
  private final int width;
  private transient FloatBuffer buffer;
  private transient OnnxTensor tensor;
  private transient Map<String, OnnxTensor> inputs;

  MatrixInput(PeerModel model) {
    this.model = model;
    this.width = model.elements();
  }

  @Override
  public void open(OrtSession session, int batchRows) throws OrtException {
    buffer = Direct.floats(batchRows * width);
    tensor =
        OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), buffer, model.shape(batchRows));
    inputs = Map.of(model.input(), tensor);
  }

  @Override
  public Map<String, OnnxTensor> single(Row row) throws OrtException {
    FloatBuffer floats;
    if (row.getArity() == 1) {
      floats = FloatBuffer.wrap((float[]) row.getField(0));
    } else {
      floats = FloatBuffer.allocate(width);
      for (int i = 0; i < width; i++) {
        floats.put(i, (Float) row.getField(i));
      }
    }
    return Map.of(
        model.input(),
        OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), floats, model.shape(1)));
  }

  @Override
  public void put(int slot, Row row) {
    int at = slot * width;
    if (row.getArity() == 1) {
      buffer.put(at, (float[]) row.getField(0));
      return;
    }
    for (int i = 0; i < width; i++) {
      buffer.put(at + i, (Float) row.getField(i));
    }
  }

  @Override
  public Map<String, OnnxTensor> batch() {
    return inputs;
  }

  @Override
  public void close() {
    if (tensor != null) {
      tensor.close();
    }
  }
}
