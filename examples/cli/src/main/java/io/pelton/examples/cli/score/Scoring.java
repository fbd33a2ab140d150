package io.pelton.examples.cli.score;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.BoundBatch;
import io.pelton.arrow.ModelInput;
import io.pelton.arrow.NullNotAllowed;
import io.pelton.arrow.io.BatchWriter;
import io.pelton.engine.error.PeltonException;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.examples.cli.console.BadRequest;
import io.pelton.examples.cli.file.OutputFile;
import java.util.ArrayList;
import java.util.List;

/**
 * Scores batch after batch and writes each with its predictions beside it. The file appears when
 * {@link #finish} was called.
 */
final class Scoring implements AutoCloseable {
  private final ExecutableGraph executable;
  private final RowSource source;
  private final BatchBinder binder;
  private final ArrowAllocator allocator;
  private final OutputFile output;
  private final String prefix;
  private Predictions predictions;
  private BatchWriter writer;
  private int batches;

  /**
   * @param source whose batches will be scored; stays the caller's
   * @param inputs those of the executable, in their order
   * @param prefix of the names of the columns that the model gives
   */
  Scoring(
      ExecutableGraph executable,
      RowSource source,
      List<ModelInput> inputs,
      ArrowAllocator allocator,
      OutputFile output,
      String prefix) {
    this.executable = executable;
    this.source = source;
    this.binder = BatchBinder.of(source.bound().schema(), inputs, source.bindings());
    this.allocator = allocator;
    this.output = output;
    this.prefix = prefix;
  }

  /** Scores a batch, which stays the caller's; also one without rows. */
  void score(ArrowBatch batch) {
    try (ArrowBatch bound = source.bound().of(batch)) {
      run(bound);
    }
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < executable.outputs().size(); i++) {
      values.add(executable.output(i));
    }
    if (predictions == null) {
      predictions =
          Predictions.of(
              executable.outputs(), values, batch.rows(), source.kept().schema(), prefix);
    }
    try (ArrowBatch columns = predictions.batch(allocator, values);
        ArrowBatch kept = source.kept().of(batch);
        ArrowBatch both = kept.beside(columns)) {
      if (writer == null) {
        writer = output.open(both.schema(), allocator);
      }
      writer.write(both);
    }
    batches++;
  }

  private void run(ArrowBatch batch) {
    try (BoundBatch bound = binder.bind(batch)) {
      executable.runSlots(bound.tensors().toArray(Tensor[]::new));
    } catch (NullNotAllowed e) {
      // its own remedy names policies that the command does not have
      throw failed(
          batch,
          ("column '%s', row %d: null is not allowed for input '%s'; choose --null-handling"
                  + " default=VALUE with a value of its kind, or fill the column")
              .formatted(e.column(), e.row(), e.input()),
          e);
    } catch (PeltonException e) {
      throw failed(batch, e.getMessage(), e);
    }
  }

  private BadRequest failed(ArrowBatch batch, String reason, PeltonException cause) {
    return new BadRequest(
        "in the batch of %d rows from row %d on: %s".formatted(batch.rows(), rows(), reason),
        cause);
  }

  long rows() {
    return writer == null ? 0 : writer.rows();
  }

  int batches() {
    return batches;
  }

  /** Gives the file its name; at least one batch was scored. */
  void finish() {
    writer.finish();
  }

  @Override
  public void close() {
    if (writer != null) {
      writer.close();
    }
  }
}
