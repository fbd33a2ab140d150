package io.pelton.flink.sink;

import io.pelton.arrow.ArrowBatch;
import java.io.IOException;

/** Batches are written as they are. */
final class WholeBatches implements BatchEncoder<ArrowBatch> {
  @Override
  public void add(ArrowBatch batch, Target target) throws IOException {
    target.write(batch);
  }

  @Override
  public void flush(Target target) {
    // nothing is held back
  }

  @Override
  public void close() {
    // nothing is held back
  }
}
