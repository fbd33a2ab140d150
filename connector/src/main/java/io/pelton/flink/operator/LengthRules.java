package io.pelton.flink.operator;

import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.ListPadding;
import io.pelton.arrow.ModelInput;
import io.pelton.arrow.RaggedBinder;
import io.pelton.engine.tensor.Extent;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.Truncation;
import io.pelton.flink.error.InvalidSetting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.flink.annotation.Internal;

/** Holds a length policy against a model, and makes what carries it out. */
@Internal
public final class LengthRules {
  private LengthRules() {}

  /**
   * Checks what can be checked without the columns.
   *
   * @throws InvalidSetting for a policy that says something of an input that has no open length, or
   *     nothing of any
   * @throws io.pelton.arrow.BindingMismatch for a padding value that its input can't hold
   */
  public static void check(LengthPolicy policy, InputRules rules, List<ModelInput> inputs) {
    List<String> open = inputs.stream().filter(LengthRules::isOpen).map(ModelInput::name).toList();
    if (open.isEmpty() && !policy.equals(LengthPolicy.exact())) {
      throw new InvalidSetting(
          "lengths",
          "a model with an input whose second axis is open, as [N,L]",
          inputs.toString(),
          "leave lengths(…) out");
    }
    policy.pads().keySet().forEach(input -> checkOpen("pad", input, open));
    for (String mask : policy.masks()) {
      checkOpen("mask", mask, open);
      if (policy.pads().containsKey(mask)) {
        throw new InvalidSetting(
            "pad",
            "an input that is fed by fields",
            "the mask '" + mask + "'",
            "leave it out: a mask is 0 where lists are padded");
      }
      if (rules.fields().containsKey(mask)) {
        throw new InvalidSetting(
            "mask",
            "an input that is fed by no field",
            "'" + mask + "', for which input(…) names " + rules.fields().get(mask),
            "remove one of them");
      }
    }
    inputs.stream().filter(LengthRules::isOpen).forEach(input -> checkLongest(policy, input));
    padding(policy).check(inputs);
  }

  private static boolean isOpen(ModelInput input) {
    return !input.shape().isRanked()
        || (input.shape().rank() > 1 && !input.shape().extent(1).isFixed());
  }

  private static void checkOpen(String setting, String input, List<String> open) {
    if (!open.contains(input)) {
      throw new InvalidSetting(
          setting, "one of the inputs with an open length " + open, "'" + input + "'", "name one");
    }
  }

  private static void checkLongest(LengthPolicy policy, ModelInput input) {
    long longest = longest(input);
    if (policy.maxLength() != LengthPolicy.UNLIMITED && policy.maxLength() > longest) {
      throw new InvalidSetting(
          "maxLength",
          longest + " at most, as input " + input + " declares",
          Integer.toString(policy.maxLength()),
          "choose that or less");
    }
  }

  private static long longest(ModelInput input) {
    return input.shape().isRanked() ? input.shape().extent(1).max() : Extent.UNBOUNDED;
  }

  private static ListPadding padding(LengthPolicy policy) {
    return new ListPadding(
        policy.maxLength(), policy.truncation() == Truncation.LAST, policy.pads());
  }

  /** A scorer of groups, where the columns have lists of several lengths. */
  static Optional<GroupScorer> scorer(ModelRun model, BatchBinder binder, List<ModelInput> inputs) {
    if (!binder.takesLists()) {
      return Optional.empty();
    }
    LengthPolicy policy = model.spec().lengths();
    RaggedBinder ragged = binder.ragged(padding(policy));
    if (ragged.isEven()) {
      return Optional.empty();
    }
    long[] longest = new long[ragged.axes()];
    for (int axis = 0; axis < longest.length; axis++) {
      longest[axis] = longest(ragged, axis, inputs);
    }
    LengthGroups groups = new LengthGroups(ragged, policy, longest);
    PaddingVerdict verdict =
        policy.bucketEnds().isEmpty()
            ? PaddingVerdict.NOT_WANTED
            : PaddingVerdicts.on(model.model().compiled())
                .get(
                    model.spec().model().name(),
                    List.of(policy, shapes(ragged, inputs)),
                    () ->
                        new PaddingProbe(model.model().compiled(), inputs, ragged, policy, groups)
                            .verdict());
    return Optional.of(new GroupScorer(model, ragged, groups, verdict));
  }

  private static long longest(RaggedBinder ragged, int axis, List<ModelInput> inputs) {
    LongStream.Builder bounds = LongStream.builder();
    for (int input = 0; input < inputs.size(); input++) {
      if (ragged.axisOf(input) == axis) {
        bounds.add(longest(inputs.get(input)));
      }
    }
    return bounds.build().min().orElse(Extent.UNBOUNDED);
  }

  /** What of the columns a verdict depends on. */
  private static List<List<Long>> shapes(RaggedBinder ragged, List<ModelInput> inputs) {
    int[] ones = new int[ragged.axes()];
    Arrays.fill(ones, 1);
    List<List<Long>> shapes = new ArrayList<>();
    for (int input = 0; input < inputs.size(); input++) {
      shapes.add(LongStream.of(ragged.dims(input, 1, ones)).boxed().toList());
    }
    return shapes;
  }
}
