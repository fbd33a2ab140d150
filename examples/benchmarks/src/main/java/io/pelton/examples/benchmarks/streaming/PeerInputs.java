package io.pelton.examples.benchmarks.streaming;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.Serializable;
import java.util.Map;
import org.apache.flink.types.Row;

/** Makes the inputs of ONNX Runtime of records. One thread at a time. */
interface PeerInputs extends Serializable, AutoCloseable {
  /** Makes the memory of batches of a session. */
  void open(OrtSession session, int batchRows) throws OrtException;

  /** The inputs of one record, made for it; the caller closes them. */
  Map<String, OnnxTensor> single(Row row) throws OrtException;

  /** Writes a record into the batch. */
  void put(int slot, Row row);

  /** The inputs of a full batch, valid until the next; they stay this object's. */
  Map<String, OnnxTensor> batch() throws OrtException;

  @Override
  void close();
}
