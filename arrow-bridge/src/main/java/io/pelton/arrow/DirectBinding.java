package io.pelton.arrow;

import io.pelton.arrow.type.Rows;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The rows of a builder as a model's inputs, read where the builder has written them: no batch is
 * made, and nothing is allocated while neither the number of rows nor their memory changes. What it
 * gives is what {@link BatchBinder#bind} would of {@link ArrowBatchBuilder#finish}. For the
 * builder's thread.
 */
public final class DirectBinding {
  private final ArrowBatchBuilder builder;
  private final DirectInput[] inputs;
  private final Tensor[] tensors;
  private Optional<BoundBatch> latest = Optional.empty();

  DirectBinding(ArrowBatchBuilder builder, DirectInput[] inputs) {
    this.builder = builder;
    this.inputs = inputs;
    this.tensors = new Tensor[inputs.length];
  }

  /**
   * The rows so far, valid until the builder is used again; closing it does nothing. Empty where
   * there are none, or a null is among them that an input's policy has a say in: finish the batch
   * and bind that.
   */
  @SuppressWarnings("ReferenceEquality") // inputs give the same object where nothing has changed
  public Optional<BoundBatch> bind() {
    int rows = builder.rows();
    BatchMemory memory = builder.current();
    if (memory == null || rows == 0) {
      return Optional.empty();
    }
    boolean isNew = latest.isEmpty() || latest.get().rows() != rows;
    for (int i = 0; i < inputs.length; i++) {
      Tensor tensor = inputs[i].bind(memory, rows);
      if (tensor == null) {
        return Optional.empty();
      }
      isNew |= tensor != tensors[i];
      tensors[i] = tensor;
    }
    if (isNew) {
      List<Tensor> bound = Arrays.asList(tensors.clone());
      latest = Optional.of(new BoundBatch(bound, List.of(), Rows.all(rows), List.of()));
    }
    return latest;
  }
}
