package io.pelton.examples.benchmarks.arrow;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.types.Row;

/**
 * ONNX Runtime at its best on a stream of rows: one thread, all optimizations, 1,024 rows a call,
 * input and output in direct memory that is made once.
 */
final class RowPeer extends AbstractStreamOperator<Row>
    implements OneInputStreamOperator<Row, Row> {
  private static final long serialVersionUID = 1L;
  private static final int ROWS = 1024;

  private final String model;
  private final int[] fields;
  private transient OrtSession session;
  private transient FloatBuffer inputs;
  private transient FloatBuffer outputs;
  private transient OnnxTensor input;
  private transient OnnxTensor result;
  private transient Row[] rows;
  private transient StreamRecord<Row> scored;
  private transient int filled;

  /**
   * @param model file
   * @param fields positions of those that it takes
   */
  RowPeer(String model, int... fields) {
    this.model = model;
    this.fields = fields;
  }

  /** Rows of a type with a score behind their fields. */
  static TypeInformation<Row> type(TypeInformation<Row> rows) {
    RowTypeInfo in = (RowTypeInfo) rows;
    int fields = in.getArity();
    TypeInformation<?>[] types = Arrays.copyOf(in.getFieldTypes(), fields + 1);
    String[] names = Arrays.copyOf(in.getFieldNames(), fields + 1);
    types[fields] = Types.FLOAT;
    names[fields] = FlightsModel.OUTPUT;
    return new RowTypeInfo(types, names);
  }

  @Override
  public void open() throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);
      session = environment.createSession(model, options);
    }
    inputs = floats(ROWS * FlightsModel.WIDTH);
    outputs = floats(ROWS);
    input = OnnxTensor.createTensor(environment, inputs, new long[] {ROWS, FlightsModel.WIDTH});
    result = OnnxTensor.createTensor(environment, outputs, new long[] {ROWS, 1});
    rows = new Row[ROWS];
    scored = new StreamRecord<>(null);
  }

  private static FloatBuffer floats(int count) {
    return ByteBuffer.allocateDirect(count * Float.BYTES)
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer();
  }

  @Override
  public void processElement(StreamRecord<Row> element) throws OrtException {
    Row row = element.getValue();
    for (int i = 0; i < FlightsModel.WIDTH; i++) {
      inputs.put(filled * FlightsModel.WIDTH + i, ((Number) row.getField(fields[i])).floatValue());
    }
    rows[filled++] = row;
    if (filled == ROWS) {
      flush();
    }
  }

  private void flush() throws OrtException {
    session
        .run(Map.of(FlightsModel.INPUT, input), Set.of(), Map.of(FlightsModel.OUTPUT, result))
        .close();
    for (int row = 0; row < filled; row++) {
      output.collect(scored.replace(Row.join(rows[row], Row.of(outputs.get(row)))));
    }
    filled = 0;
  }

  /** The last call has rows of before behind its own, which are not looked at. */
  @Override
  public void finish() throws OrtException {
    if (filled > 0) {
      flush();
    }
  }

  @Override
  public void close() throws Exception {
    if (session != null) {
      input.close();
      result.close();
      session.close();
    }
    super.close();
  }
}
