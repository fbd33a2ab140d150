package io.pelton.engine.executable;

import io.pelton.engine.bind.BoundPlan;
import io.pelton.engine.bind.HostCopies;
import io.pelton.engine.error.PaddingRefused;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One range's executable and the memory for its padded inputs. One thread at a time. */
final class Bucket implements AutoCloseable {
  private final CompiledGraph compiled;
  private final PlannedExecutable executable;
  private final BucketAxis along;
  private final BucketRange range;
  private final boolean isMasked;
  private final Evaluator packing;
  private final PaddedInput[] padded;
  private boolean isPaddable;

  /**
   * @param executable belongs to the bucket
   * @param isMasked the model itself leaves out what is padded
   */
  Bucket(
      CompiledGraph compiled,
      PlannedExecutable executable,
      BucketAxis along,
      BucketRange range,
      boolean isMasked) {
    this.compiled = compiled;
    this.executable = executable;
    this.along = along;
    this.range = range;
    this.isMasked = isMasked;
    this.isPaddable = isMasked;
    this.packing = new Evaluator(compiled.options().backend(), new Prepared());
    this.padded = new PaddedInput[compiled.inputs().size()];
    for (int slot = 0; slot < padded.length; slot++) {
      int[] axes = along.axes(slot);
      padded[slot] = axes.length == 0 ? null : new PaddedInput(axes, range.upper());
    }
  }

  BucketRange range() {
    return range;
  }

  ExecutableGraph executable() {
    return executable;
  }

  long bytes() {
    long bytes = executable.statistics().arenaBytes();
    for (PaddedInput input : padded) {
      bytes += input == null ? 0 : input.bytes();
    }
    return bytes;
  }

  /**
   * @param given by slot, null where left out; of that length along the bucket axis
   * @throws PaddingRefused when padding would change the outputs
   */
  Map<String, Value> run(Tensor[] given, int length) {
    boolean isPadded = length < range.upper();
    if (isPadded) {
      checkKnown();
    }
    Tensor[] inputs = new Tensor[given.length];
    for (int slot = 0; slot < inputs.length; slot++) {
      boolean isCopied = given[slot] != null && padded[slot] != null;
      inputs[slot] =
          isCopied ? padded[slot].fill(packing.contiguous(given[slot]), length) : given[slot];
    }
    if (isPadded && !isPaddable) {
      checkRowwise(executable.planFor(inputs));
      isPaddable = true;
    }
    runActive(inputs, length);
    return outputs(length, isPadded);
  }

  private void runActive(Tensor[] inputs, int length) {
    Optional<ActiveExtent> extent =
        along.isOfRows() ? executable.capability(ActiveExtent.class) : Optional.empty();
    extent.ifPresent(rows -> rows.set(length, range.upper()));
    try {
      executable.runSlots(inputs);
    } finally {
      extent.ifPresent(ActiveExtent::clear);
    }
  }

  private Map<String, Value> outputs(int length, boolean isPadded) {
    Optional<Plan> plan = lastPlan();
    if (isPadded && !isMasked) {
      checkRowwise(plan);
    }
    Map<String, Value> outputs = new LinkedHashMap<>();
    List<Port> ports = compiled.outputs();
    for (int index = 0; index < ports.size(); index++) {
      Value value = executable.output(index);
      outputs.put(
          ports.get(index).name(),
          isPadded ? kept(value, axes(plan, index), length) : copied(value));
    }
    return outputs;
  }

  /** Axes of an output that are padded. */
  private int[] axes(Optional<Plan> plan, int output) {
    if (along.isOfRows() && plan.isPresent() && plan.get().rows() >= 0) {
      return plan.get().outputs().get(output).hasRows() ? new int[1] : new int[0];
    }
    return along.axes(compiled.outputs().get(output));
  }

  /** The part that is not padding. */
  private Value kept(Value value, int[] axes, int length) {
    if (value instanceof Sequence sequence) {
      return copied(new Sequence(sequence.values().stream().limit(length).toList()));
    }
    if (!(value instanceof Tensor tensor)) {
      return copied(value);
    }
    Layout layout = tensor.layout();
    for (int axis : axes) {
      layout = layout.slice(axis, 0, length, 1);
    }
    return copied(new Tensor(tensor.storage(), layout));
  }

  private Value copied(Value value) {
    return value instanceof Tensor tensor && !tensor.layout().isContiguous()
        ? packing.contiguous(tensor)
        : HostCopies.of(value);
  }

  private Optional<Plan> lastPlan() {
    return executable.lastOutputs().run() instanceof BoundPlan bound
        ? Optional.of(bound.plan())
        : Optional.empty();
  }

  /** Before anything is copied or run. */
  private void checkKnown() {
    if (isMasked) {
      compiled.outputs().forEach(this::checkSliceable);
      return;
    }
    if (!along.isOfRows()) {
      throw refused(along.obstacle());
    }
    if (executable.program().mixesRows()) {
      throw refused("outputs of a row depend on other rows");
    }
    executable
        .program()
        .dataDependence()
        .ifPresent(reason -> refuseSegments(SegmentedRun.why(reason)));
  }

  private void refuseSegments(String why) {
    throw refused("it is not known whether rows stay apart: " + why);
  }

  /**
   * @param plan of the run; empty for several
   */
  private void checkRowwise(Optional<Plan> plan) {
    if (plan.isEmpty()) {
      refuseSegments(
          executable.program().dataDependence().map(SegmentedRun::why).orElse("several plans run"));
    }
    if (plan.get().rows() < 0) {
      throw refused("outputs of a row depend on other rows");
    }
  }

  /** Where rows don't stay apart, what was padded is told by the declared lengths alone. */
  private void checkSliceable(Port output) {
    if (!(output.type() instanceof TensorType type) || !type.shape().isRanked()) {
      throw new PaddingRefused(
          compiled.name(), along.symbol(), "output '" + output.name() + "' has no known axes");
    }
    Shape shape = type.shape();
    for (int axis = 0; axis < shape.rank(); axis++) {
      Extent extent = shape.extent(axis);
      if (!extent.isFixed() && !isOfAnInput(extent)) {
        throw new PaddingRefused(
            compiled.name(),
            along.symbol(),
            "axis %d of output '%s' has a length that may follow from it"
                .formatted(axis, output.name()));
      }
    }
  }

  private boolean isOfAnInput(Extent extent) {
    return compiled.inputs().stream()
        .map(port -> ((TensorType) port.type()).shape())
        .filter(Shape::isRanked)
        .flatMap(shape -> shape.extents().stream())
        .anyMatch(own -> extent.symbol().equals(own.symbol()));
  }

  private PaddingRefused refused(String reason) {
    return new PaddingRefused(
        compiled.name(),
        along.symbol(),
        reason
            + ". Say paddingMasked() if the model masks it, or give each length a range of its own");
  }

  @Override
  public void close() {
    executable.close();
    Arrays.fill(padded, null);
  }
}
