package io.pelton.engine.executable;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The symbol along which batches are padded, and where inputs and outputs have it. */
final class BucketAxis {
  private final SymbolId symbol;
  private final List<InputContract> contracts;
  private final List<int[]> axes;
  private final String obstacle;

  private BucketAxis(CompiledGraph compiled, SymbolId symbol) {
    this.symbol = symbol;
    this.contracts = compiled.contracts();
    this.axes = compiled.inputs().stream().map(this::axesOf).toList();
    this.obstacle =
        IntStream.range(0, axes.size())
            .mapToObj(this::obstacle)
            .flatMap(Optional::stream)
            .findFirst()
            .orElse("");
  }

  /**
   * @throws UnknownName when no input has an axis of that length
   */
  static BucketAxis named(CompiledGraph compiled, String symbol) {
    BucketAxis axis = new BucketAxis(compiled, new SymbolId(symbol));
    if (axis.axes.stream().allMatch(own -> own.length == 0)) {
      List<String> known =
          compiled.inputs().stream()
              .map(port -> shape(port))
              .filter(Shape::isRanked)
              .flatMap(shape -> shape.extents().stream())
              .filter(extent -> !extent.isFixed())
              .map(extent -> extent.symbol().name())
              .distinct()
              .toList();
      throw new UnknownName("no symbolic length", symbol, known);
    }
    return axis;
  }

  /**
   * Along axis 0 of the inputs.
   *
   * @throws IllegalArgumentException when there is none such, or more than one
   */
  static BucketAxis ofRows(CompiledGraph compiled) {
    List<String> symbols =
        compiled.inputs().stream()
            .map(BucketAxis::shape)
            .filter(shape -> shape.isRanked() && shape.rank() > 0 && !shape.extent(0).isFixed())
            .map(shape -> shape.extent(0).symbol().name())
            .distinct()
            .toList();
    if (symbols.size() != 1) {
      throw new IllegalArgumentException(
          "the inputs of '"
              + compiled.name()
              + "' should have one symbolic length at axis 0 but have "
              + symbols
              + "; name the bucket axis with along(...)");
    }
    return named(compiled, symbols.get(0));
  }

  private static Shape shape(Port port) {
    return ((TensorType) port.type()).shape();
  }

  private int[] axesOf(Port port) {
    Shape shape = shape(port);
    return shape.isRanked()
        ? IntStream.range(0, shape.rank()).filter(axis -> isAlong(shape.extent(axis))).toArray()
        : new int[0];
  }

  private boolean isAlong(Extent extent) {
    return symbol.equals(extent.symbol());
  }

  /** Why an input keeps this from being the axis of the rows. */
  private Optional<String> obstacle(int slot) {
    InputContract contract = contracts.get(slot);
    Shape shape = contract.type().shape();
    int[] own = axes.get(slot);
    String reason = null;
    if (!shape.isRanked()) {
      reason = "has an unknown number of axes";
    } else if (own.length > 0 && contract.isPlanInput()) {
      reason = "decides on shapes";
    } else if (own.length > 0 && own[own.length - 1] > 0) {
      reason = "has it at axis " + own[own.length - 1] + ", not at axis 0 alone";
    } else if (own.length == 0 && shape.rank() > 0 && !shape.extent(0).isFixed()) {
      reason = "has other rows, " + shape.extent(0);
    }
    return Optional.ofNullable(reason).map(why -> "input '" + contract.name() + "' " + why);
  }

  String symbol() {
    return symbol.name();
  }

  /** True when inputs have rows, and this is their number. */
  boolean isOfRows() {
    return obstacle.isEmpty();
  }

  /** Why this is not the number of rows; empty where it is. */
  String obstacle() {
    return obstacle;
  }

  /** Axes of an input that have this length, in order. */
  int[] axes(int slot) {
    return axes.get(slot);
  }

  /** Axes of an output that have this length. */
  int[] axes(Port output) {
    return axesOf(output);
  }

  /** Upper bound that the inputs declare; {@link Extent#UNBOUNDED} for none. */
  long declaredUpper() {
    long upper = Extent.UNBOUNDED;
    for (InputContract contract : contracts) {
      Shape shape = contract.type().shape();
      for (int axis = 0; shape.isRanked() && axis < shape.rank(); axis++) {
        if (isAlong(shape.extent(axis))) {
          upper = Math.min(upper, shape.extent(axis).max());
        }
      }
    }
    return upper;
  }

  /**
   * Inputs by slot, null where left out.
   *
   * @throws UnknownName for a name that no input has
   * @throws InputMismatch when one breaks its contract
   */
  Tensor[] bySlot(Map<String, Tensor> inputs) {
    Tensor[] slots = RunInputs.bySlot(contracts, inputs);
    for (int slot = 0; slot < slots.length; slot++) {
      if (slots[slot] != null) {
        contracts.get(slot).checkOnHost(slots[slot]);
        contracts.get(slot).check(slots[slot]);
      }
    }
    return slots;
  }

  /**
   * The length that the first of the inputs has that is along this axis.
   *
   * @throws UnknownName when all of those are left out
   */
  long length(Tensor[] slots) {
    for (int slot = 0; slot < slots.length; slot++) {
      if (slots[slot] != null && axes.get(slot).length > 0) {
        return slots[slot].layout().dim(axes.get(slot)[0]);
      }
    }
    List<String> along = new ArrayList<>();
    for (int slot = 0; slot < slots.length; slot++) {
      if (axes.get(slot).length > 0) {
        along.add(contracts.get(slot).name());
      }
    }
    throw new UnknownName("missing input, or length of the run,", along.get(0), along);
  }

  /**
   * @throws InputMismatch when an input has another length along this axis
   */
  void check(Tensor[] slots, long length) {
    for (int slot = 0; slot < slots.length; slot++) {
      for (int axis : axes.get(slot)) {
        if (slots[slot] != null && slots[slot].layout().dim(axis) != length) {
          throw new InputMismatch(
              contracts.get(slot).name(),
              "axis " + axis + " (" + symbol + ")",
              length + ", as in the rest of the run,",
              Long.toString(slots[slot].layout().dim(axis)));
        }
      }
    }
  }
}
