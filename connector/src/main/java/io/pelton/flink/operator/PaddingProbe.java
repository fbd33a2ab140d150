package io.pelton.flink.operator;

import io.pelton.arrow.ModelInput;
import io.pelton.arrow.RaggedBinder;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.LengthPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Tries whether a model masks padding: runs made-up rows alone, once as long as they are and once
 * padded, and compares the bits of all outputs. Always the same rows for a policy, so that a
 * restarted job comes to the same verdict.
 */
final class PaddingProbe {
  private static final long SEED = 0x9e3779b97f4a7c15L;

  /** Buckets that are tried, from the shortest on in which anything is padded. */
  private static final int BUCKETS = 3;

  /** Lengths up to which rows of all kinds are tried, so that a long bucket does not take long. */
  private static final int MANY = 64;

  /** Whole numbers that most vocabularies have, and those that all of two have. */
  private static final int[] VOCABULARIES = {16, 2};

  private final CompiledGraph compiled;
  private final List<ModelInput> inputs;
  private final RaggedBinder binder;
  private final LengthPolicy policy;
  private final LengthGroups groups;
  private int[] axes;
  private int compared;

  PaddingProbe(
      CompiledGraph compiled,
      List<ModelInput> inputs,
      RaggedBinder binder,
      LengthPolicy policy,
      LengthGroups groups) {
    this.compiled = compiled;
    this.inputs = inputs;
    this.binder = binder;
    this.policy = policy;
    this.groups = groups;
  }

  PaddingVerdict verdict() {
    try (ExecutableGraph executable = compiled.newExecutable()) {
      axes = new int[executable.outputs().size()];
      Arrays.fill(axes, Integer.MIN_VALUE);
      String obstacle = obstacle(executable);
      if (!obstacle.isEmpty()) {
        return PaddingVerdict.unmasked(obstacle);
      }
      return compared == 0
          ? PaddingVerdict.unmasked("no made-up record gives outputs without NaN")
          : PaddingVerdict.masked(Arrays.stream(axes).boxed().toList());
    } catch (EngineException e) {
      return PaddingVerdict.unmasked("it refuses a made-up record: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      return PaddingVerdict.unmasked("an output can't be compared, " + e.getMessage());
    }
  }

  /** Why padding is not masked; empty where it is as far as rows were tried. */
  private String obstacle(ExecutableGraph executable) {
    int before = 0;
    int tried = 0;
    for (int end : policy.bucketEnds()) {
      int bucket = groups.target(0, Math.min(end, policy.maxLength()));
      if (bucket - before >= 2 && tried < BUCKETS) {
        String obstacle = bucket(executable, before + 1, bucket, tried == 0);
        if (!obstacle.isEmpty()) {
          return obstacle;
        }
        tried++;
      }
      before = bucket;
    }
    return tried == 0 ? "no bucket has room for padding" : "";
  }

  private String bucket(ExecutableGraph executable, int least, int bucket, boolean isFirst) {
    for (int own : new TreeSet<>(List.of(least, (least + bucket) / 2, bucket - 1))) {
      String obstacle = row(executable, own, -1, 0);
      for (int input = 0; input < inputs.size() && obstacle.isEmpty(); input++) {
        if (isFirst && bucket <= MANY && isVaried(input)) {
          obstacle = varied(executable, own, input);
        }
      }
      if (!obstacle.isEmpty()) {
        return obstacle;
      }
    }
    return "";
  }

  private boolean isVaried(int input) {
    return binder.axisOf(input) >= 0
        && inputs.get(input).dtype() != DType.BOOL
        && !policy.masks().contains(inputs.get(input).name());
  }

  /** A row of several values at one input, from the largest vocabulary that the model takes. */
  private String varied(ExecutableGraph executable, int own, int input) {
    EngineException refused = null;
    for (int vocabulary : VOCABULARIES) {
      try {
        return row(executable, own, input, vocabulary);
      } catch (EngineException e) {
        refused = e;
      }
    }
    return "it refuses a made-up record: " + refused.getMessage();
  }

  private String row(ExecutableGraph executable, int own, int varied, int vocabulary) {
    int[] lengths = new int[binder.axes()];
    int[] targets = new int[lengths.length];
    for (int axis = 0; axis < lengths.length; axis++) {
      // different ones where they can be, to see which output goes with which
      lengths[axis] = Math.max(1, own - axis);
      targets[axis] = groups.target(axis, lengths[axis]);
    }
    List<OutputBits> exact = run(executable, lengths, lengths, varied, vocabulary);
    if (exact.stream().anyMatch(OutputBits::hasNan)) {
      return "";
    }
    List<OutputBits> padded = run(executable, lengths, targets, varied, vocabulary);
    compared++;
    for (int output = 0; output < axes.length; output++) {
      int axis = axis(exact.get(output), padded.get(output), lengths, targets);
      boolean isNew = axes[output] == Integer.MIN_VALUE;
      if (axis == Integer.MIN_VALUE
          || (!isNew && axes[output] != axis)
          || !exact.get(output).begins(padded.get(output))) {
        return "a list of "
            + lengths[0]
            + " elements gives other bits of output '"
            + executable.outputs().get(output).name()
            + "' when it is padded to "
            + targets[0];
      }
      axes[output] = axis;
    }
    return "";
  }

  /** The axis with which the output grew, -1 where it did not, the least number for neither. */
  private static int axis(OutputBits exact, OutputBits padded, int[] lengths, int[] targets) {
    if (exact.isShapedLike(padded)) {
      return -1;
    }
    for (int axis = 0; axis < lengths.length; axis++) {
      if (exact.growsTo(padded, lengths[axis], targets[axis])) {
        return axis;
      }
    }
    return Integer.MIN_VALUE;
  }

  private List<OutputBits> run(
      ExecutableGraph executable, int[] lengths, int[] targets, int varied, int vocabulary) {
    Tensor[] tensors = new Tensor[inputs.size()];
    for (int input = 0; input < tensors.length; input++) {
      ModelInput model = inputs.get(input);
      int own = Math.toIntExact(Layout.elements(binder.dims(input, 1, lengths)));
      Object[] values = new Object[own];
      SplittableRandom random = new SplittableRandom(SEED + input);
      for (int i = 0; i < own; i++) {
        values[i] = value(model.dtype(), i == 0 || input != varied ? 0 : vocabulary, random);
      }
      tensors[input] =
          ProbeRow.of(model.dtype(), values, pad(model), binder.dims(input, 1, targets));
    }
    executable.runSlots(tensors);
    List<OutputBits> outputs = new ArrayList<>();
    for (int output = 0; output < axes.length; output++) {
      outputs.add(OutputBits.of(executable.output(output)));
    }
    return outputs;
  }

  private Object pad(ModelInput input) {
    return policy.pads().getOrDefault(input.name(), input.dtype() == DType.STRING ? "" : 0L);
  }

  /**
   * @param vocabulary 0 for the one value that stands for all others
   */
  private static Object value(DType dtype, int vocabulary, SplittableRandom random) {
    if (dtype == DType.STRING) {
      return vocabulary == 0 ? "a" : Character.toString('a' + random.nextInt(vocabulary));
    }
    if (dtype.isFloat()) {
      return vocabulary == 0 ? 1.0 : 4 * random.nextDouble() - 2;
    }
    return vocabulary == 0 ? 1L : (long) random.nextInt(vocabulary);
  }
}
