package io.pelton.examples.cli.file;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.BatchWriter;
import io.pelton.engine.error.PeltonException;

/** Writes a file by another writer and gives it its name when that is done. */
final class PublishedWriter implements BatchWriter {
  private final PendingOutput output;
  private final BatchWriter writer;

  /**
   * @param output closed with this writer
   * @param writer of the pending file; closed with this writer
   */
  PublishedWriter(PendingOutput output, BatchWriter writer) {
    this.output = output;
    this.writer = writer;
  }

  @Override
  public void write(ArrowBatch batch) {
    try {
      writer.write(batch);
    } catch (PeltonException failure) {
      throw output.renamed(failure);
    }
  }

  @Override
  public long rows() {
    return writer.rows();
  }

  @Override
  public void finish() {
    try {
      writer.finish();
    } catch (PeltonException failure) {
      throw output.renamed(failure);
    }
    output.publish();
  }

  @Override
  public void close() {
    try (output) {
      writer.close();
    }
  }
}
