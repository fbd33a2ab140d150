package io.pelton.examples.benchmarks.streaming;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.util.Map;
import java.util.Set;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.types.Row;

/**
 * ONNX Runtime as an expert would wrap it: {@value #ROWS} records a call, their numbers written
 * into memory that it reads in place, and the one output that is wanted left in memory that is made
 * once. Records are kept as they are, which is right only where nobody uses them again. A last
 * batch that is not full is forgotten; there are no timers, checkpoints or bad records.
 */
final class BufferPeer extends AbstractStreamOperator<Scored>
    implements OneInputStreamOperator<Row, Scored> {
  static final int ROWS = 64;

  private static final long serialVersionUID = 1L;

  private final PeerModel model;
  private final PeerInputs inputs;
  private transient OrtSession session;
  private transient FloatBuffer scores;
  private transient OnnxTensor result;
  private transient Map<String, OnnxTensor> results;
  private transient Row[] rows;
  private transient long[] times;
  private transient boolean timed;
  private transient StreamRecord<Scored> scored;
  private transient int filled;

  BufferPeer(PeerModel model, PeerInputs inputs) {
    this.model = model;
    this.inputs = inputs;
  }

  @Override
  public void open() throws OrtException {
    session = model.open();
    inputs.open(session, ROWS);
    scores = Direct.floats(ROWS * model.width());
    result =
        OnnxTensor.createTensor(
            OrtEnvironment.getEnvironment(), scores, new long[] {ROWS, model.width()});
    results = Map.of(model.output(), result);
    rows = new Row[ROWS];
    times = new long[ROWS];
    scored = new StreamRecord<>(null);
  }

  @Override
  public void processElement(StreamRecord<Row> element) throws OrtException {
    inputs.put(filled, element.getValue());
    rows[filled] = element.getValue();
    timed = element.hasTimestamp();
    times[filled] = timed ? element.getTimestamp() : 0;
    filled++;
    if (filled == ROWS) {
      flush();
    }
  }

  private void flush() throws OrtException {
    session.run(inputs.batch(), Set.of(), results).close();
    filled = 0;
    for (int row = 0; row < ROWS; row++) {
      scored.replace(new Scored(rows[row], score(row)));
      if (timed) {
        scored.setTimestamp(times[row]);
      }
      output.collect(scored);
    }
  }

  private Object score(int row) {
    if (model.width() == 1) {
      return scores.get(row);
    }
    float[] floats = new float[model.width()];
    scores.get(row * floats.length, floats);
    return floats;
  }

  @Override
  public void close() throws Exception {
    if (session != null) {
      inputs.close();
      result.close();
      session.close();
    }
    super.close();
  }
}
