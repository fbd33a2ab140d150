package io.pelton.examples.benchmarks.streaming;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.Serializable;

/**
 * A model for ONNX Runtime.
 *
 * @param file of the model
 * @param input its name, where it is one
 * @param shape of a record's input, without the batch axis
 * @param output of floats that comes out
 * @param width floats that come out for a record
 */
record PeerModel(String file, String input, long[] shape, String output, int width)
    implements Serializable {
  /** Floats of a record's input. */
  int elements() {
    int elements = 1;
    for (long extent : shape) {
      elements *= Math.toIntExact(extent);
    }
    return elements;
  }

  /** The shape of this many records' input. */
  long[] shape(int rows) {
    long[] dims = new long[shape.length + 1];
    dims[0] = rows;
    System.arraycopy(shape, 0, dims, 1, shape.length);
    return dims;
  }

  /** One thread, all optimizations. */
  OrtSession open() throws OrtException {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);
      return OrtEnvironment.getEnvironment().createSession(file, options);
    }
  }

  /** What comes out of a record: a Float, or a float[]. */
  Object score(float[] floats) {
    return width == 1 ? (Object) floats[0] : floats;
  }
}
