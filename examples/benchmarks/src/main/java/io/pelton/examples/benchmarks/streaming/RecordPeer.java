package io.pelton.examples.benchmarks.streaming;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.types.Row;

/** ONNX Runtime as people wrap it today: tensors made for a record, a call a record. */
final class RecordPeer extends RichMapFunction<Row, Scored> {
  private static final long serialVersionUID = 1L;

  private final PeerModel model;
  private final PeerInputs inputs;
  private transient OrtSession session;

  RecordPeer(PeerModel model, PeerInputs inputs) {
    this.model = model;
    this.inputs = inputs;
  }

  @Override
  public void open(OpenContext context) throws OrtException {
    session = model.open();
    inputs.open(session, 1);
  }

  @Override
  public Scored map(Row row) throws OrtException {
    Map<String, OnnxTensor> tensors = inputs.single(row);
    try (OrtSession.Result result = session.run(tensors)) {
      float[][] scores = (float[][]) result.get(model.output()).orElseThrow().getValue();
      return new Scored(row, model.score(scores[0]));
    } finally {
      tensors.values().forEach(OnnxTensor::close);
    }
  }

  @Override
  public void close() throws OrtException {
    if (session != null) {
      inputs.close();
      session.close();
    }
  }
}
