package io.pelton.engine.executable;

import io.pelton.engine.bind.ElementCopies;
import io.pelton.engine.error.IncompatibleSource;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** {@link KvRows} of one executable. */
final class CacheRows implements KvRows {
  /**
   * Where the rows of one handle come from.
   *
   * @param axis that rows are indices of
   */
  private record Source(int output, int axis) {}

  private final PlannedExecutable executable;
  private final HandleTable handles;
  private final Map<Integer, Source> sources = new TreeMap<>();

  CacheRows(PlannedExecutable executable, HandleTable handles) {
    this.executable = executable;
    this.handles = handles;
  }

  @Override
  public void register(String input, int output, int axis) {
    executable.guard().within(() -> add(input, output, axis));
  }

  private void add(String input, int output, int axis) {
    int slot = handles.slot(input);
    Port made = Ends.output(executable.outputs(), output);
    Ends.checkSame(executable.inputs().get(slot), made, axis);
    DType dtype = ((TensorType) made.type()).dtype();
    if (dtype == DType.STRING || dtype.bits() < Byte.SIZE) {
      throw new InputMismatch(input, "dtype", "of whole bytes", dtype.toString());
    }
    if (axis == Ends.NONE) {
      throw new InputMismatch(input, "axis", "0 or more", Integer.toString(axis));
    }
    executable.countWrite();
    sources.put(slot, new Source(output, axis));
    executable.keepResident();
  }

  /** Adds what should stay on the device. */
  void addTo(BitSet outputs) {
    sources.values().forEach(source -> outputs.set(source.output()));
  }

  @Override
  public void feedRow(long source, long target) {
    executable.guard().within(() -> feed(source, target));
  }

  private void feed(long source, long target) {
    executable.countWrite();
    sources.forEach((slot, from) -> check(slot, from, source, target));
    sources.forEach(
        (slot, from) ->
            copy(output(from), source, handle(slot), target, 1, from.axis(), handles.copies()));
  }

  private void check(int slot, Source from, long source, long target) {
    Port port = executable.outputs().get(from.output());
    Tensor output = output(from);
    Tensor handle = handle(slot);
    String input = handles.get(slot).contract().name();
    if (!isSameBeside(from.axis(), output, handle)) {
      throw new InputMismatch(
          input,
          "shape of output '" + port.name() + "' beside axis " + from.axis(),
          Arrays.toString(handle.dims()),
          Arrays.toString(output.dims()));
    }
    Rows.check(port.name(), source, output.layout().dim(from.axis()));
    Rows.check(input, target, handle.layout().dim(from.axis()));
  }

  private Tensor output(Source source) {
    return (Tensor) executable.lastOutputs().left(source.output());
  }

  private Tensor handle(int slot) {
    return handles.resident(slot).resident();
  }

  private static boolean isSameBeside(int axis, Tensor one, Tensor other) {
    long[] a = one.dims();
    long[] b = other.dims();
    if (a.length != b.length) {
      return false;
    }
    a[axis] = b[axis];
    return Arrays.equals(a, b);
  }

  @Override
  public void seedPrefixFrom(ExecutableGraph source, long tokens) {
    copyRowsFrom(source, 0, tokens);
  }

  @Override
  public void copyRowsFrom(ExecutableGraph source, long from, long to) {
    if (!(source instanceof PlannedExecutable other) || other == executable) {
      throw incompatible("source", "another executable of this engine", String.valueOf(source));
    }
    executable.guard().within(() -> other.guard().within(() -> copyFrom(other, from, to)));
  }

  private void copyFrom(PlannedExecutable other, long from, long to) {
    executable.countWrite();
    CacheRows rows = other.cacheRows();
    rows.handles.stage();
    rows.handles.copies().await();
    sources.forEach((slot, own) -> check(rows, slot, own, from, to));
    for (Map.Entry<Integer, Source> own : sources.entrySet()) {
      Tensor there = rows.handle(rows.handles.slot(name(own.getKey())));
      Tensor here = handle(own.getKey());
      copy(there, from, here, from, to - from, own.getValue().axis(), handles.copies());
    }
    handles.copies().await();
  }

  private void check(CacheRows other, int slot, Source own, long from, long to) {
    String name = name(slot);
    Source theirs = other.sources.get(other.slot(name));
    if (theirs == null || theirs.axis() != own.axis()) {
      throw incompatible(
          "rows of '" + name + "'",
          "registered along axis " + own.axis(),
          theirs == null ? "not registered" : "registered along axis " + theirs.axis());
    }
    Tensor there = other.handle(other.handles.slot(name));
    Tensor here = handle(slot);
    if (!there.storage().space().equals(here.storage().space())) {
      throw incompatible(
          "memory of '" + name + "'",
          here.storage().space().toString(),
          there.storage().space().toString());
    }
    if (there.dtype() != here.dtype() || !isSameBeside(own.axis(), there, here)) {
      throw incompatible(
          "type of '" + name + "' beside axis " + own.axis(),
          here.dtype() + Arrays.toString(here.dims()),
          there.dtype() + Arrays.toString(there.dims()));
    }
    if (from < 0 || from > to) {
      throw new IllegalArgumentException("rows " + from + " to " + to + " are no range");
    }
    if (from < to) {
      Rows.check("source of " + name, to - 1, there.layout().dim(own.axis()));
      Rows.check(name, to - 1, here.layout().dim(own.axis()));
    }
  }

  private int slot(String input) {
    try {
      return handles.slot(input);
    } catch (UnknownName e) {
      throw incompatible("inputs", "'" + input + "' among them", e.getMessage());
    }
  }

  private String name(int slot) {
    return handles.get(slot).contract().name();
  }

  private IncompatibleSource incompatible(String what, String expected, String found) {
    return new IncompatibleSource(executable.subject(), what, expected, found);
  }

  /** Copies rows of contiguous tensors: as many runs of elements as there are indices before. */
  private static void copy(
      Tensor from, long source, Tensor to, long target, long rows, int axis, ElementCopies copies) {
    long before = 1;
    long behind = 1;
    for (int i = 0; i < axis; i++) {
      before *= to.layout().dim(i);
    }
    for (int i = axis + 1; i < to.layout().rank(); i++) {
      behind *= to.layout().dim(i);
    }
    copies.copyRows(
        from.storage(),
        from.layout().offset() + source * behind,
        from.layout().dim(axis) * behind,
        to.storage(),
        to.layout().offset() + target * behind,
        to.layout().dim(axis) * behind,
        before,
        rows * behind);
  }
}
