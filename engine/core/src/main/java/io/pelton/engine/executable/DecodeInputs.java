package io.pelton.engine.executable;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Optional;

/**
 * What a decode session gives to every run: tensors that are made once for a bucket, and written
 * for each token. The slots of caches are null, since these are resident.
 */
final class DecodeInputs {
  private final List<Port> ports;
  private final Tensor[] slots;
  private final DecodeCells token;
  private final DecodeCells position;
  private final DecodeCells offset;
  private final DecodeCells mask;
  private final double visible;

  /**
   * With a mask that shows the tokens so far.
   *
   * @param ports inputs, by slot
   * @param upper rows of the caches
   * @param tokens so far, at most {@code upper}
   * @throws UnknownName when there is no such input, or others than the model says
   * @throws InputMismatch when one can't have the type that the model implies
   */
  DecodeInputs(List<Port> ports, DecodeModel model, long upper, long tokens) {
    this.ports = ports;
    this.slots = new Tensor[ports.size()];
    this.token = single(Optional.of(model.token()));
    this.position = single(model.position());
    this.offset = single(model.offset());
    this.visible = model.mask().map(DecodeMask::visible).orElse(0.0);
    boolean isAppended = model.newToken() == NewToken.APPENDED;
    this.mask = model.mask().map(input -> mask(input, upper, tokens, isAppended)).orElse(null);
    checkOthers(model);
  }

  /**
   * @param at tokens before this one
   */
  void write(long id, long at) {
    token.set(0, id);
    if (position != null) {
      position.set(0, at);
    }
    if (offset != null) {
      offset.set(0, at);
    }
  }

  /** Shows a row of the caches. */
  void show(long row) {
    if (mask != null) {
      mask.set(Math.toIntExact(row), visible);
    }
  }

  /** By slot; the same array each time. */
  Tensor[] slots() {
    return slots;
  }

  private DecodeCells single(Optional<String> name) {
    return name.map(input -> cells(input, 1)).orElse(null);
  }

  private DecodeCells mask(DecodeMask input, long upper, long tokens, boolean isAppended) {
    long length = isAppended ? upper + 1 : upper;
    DecodeCells cells = cells(input.input(), length);
    for (int row = 0; row < length; row++) {
      boolean isShown = row < tokens || row == upper;
      cells.set(row, isShown ? input.visible() : input.hidden());
    }
    return cells;
  }

  /** Cells of an input, along its last axis. */
  private DecodeCells cells(String name, long length) {
    int slot = slot(ports, name);
    TensorType type = (TensorType) ports.get(slot).type();
    DecodeCells cells = DecodeCells.of(name, type.dtype(), dims(name, type.shape(), length));
    slots[slot] = cells.tensor();
    return cells;
  }

  private static long[] dims(String name, Shape shape, long length) {
    if (!shape.isRanked() || (shape.rank() == 0 && length != 1)) {
      throw new InputMismatch(name, "shape", "one with an axis of " + length, shape.toString());
    }
    long[] dims = new long[shape.rank()];
    for (int axis = 0; axis < dims.length; axis++) {
      dims[axis] = axis == dims.length - 1 ? length : 1;
      Extent extent = shape.extent(axis);
      if (extent.max() < dims[axis] || extent.min() > dims[axis]) {
        throw new InputMismatch(
            name,
            "axis " + axis + " of shape " + shape,
            Long.toString(dims[axis]),
            extent.toString());
      }
    }
    return dims;
  }

  static int slot(List<Port> ports, String name) {
    List<String> names = ports.stream().map(Port::name).toList();
    int slot = names.indexOf(name);
    if (slot < 0) {
      throw new UnknownName("the decode model names what the graph doesn't have:", name, names);
    }
    return slot;
  }

  private void checkOthers(DecodeModel model) {
    List<String> caches = model.caches().stream().map(DecodeCache::input).toList();
    for (int slot = 0; slot < slots.length; slot++) {
      String name = ports.get(slot).name();
      if (slots[slot] == null && !caches.contains(name)) {
        throw new UnknownName("the decode model does not say what goes into", name, caches);
      }
    }
  }
}
