package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.BindingMismatch;
import io.pelton.flink.error.InvalidSetting;
import java.nio.file.Path;
import org.apache.flink.util.InstantiationUtil;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a length policy says, and what is found wrong with it before a job runs. */
class LengthPolicyTest {
  @TempDir Path folder;

  private static void refused(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call).isInstanceOf(InvalidSetting.class).hasMessageContainingAll(parts);
  }

  @Test
  void listsArePaddedToTheirBuckets() {
    LengthPolicy buckets = LengthPolicy.buckets(4, 10);
    assertThat(buckets.paddedLength(0)).isZero();
    assertThat(buckets.paddedLength(1)).isEqualTo(4);
    assertThat(buckets.paddedLength(4)).isEqualTo(4);
    assertThat(buckets.paddedLength(5)).isEqualTo(10);
    assertThat(buckets.paddedLength(11)).isEqualTo(11);
    assertThat(LengthPolicy.powersOfTwo(8).paddedLength(1)).isEqualTo(8);
    assertThat(LengthPolicy.powersOfTwo(8).paddedLength(33)).isEqualTo(64);
    assertThat(LengthPolicy.exact().paddedLength(7)).isEqualTo(7);
    LengthPolicy bounded = buckets.withMaxLength(7, Truncation.FIRST);
    assertThat(bounded.paddedLength(5)).isEqualTo(7);
    assertThat(bounded.paddedLength(100)).isEqualTo(7);
  }

  @Test
  void settingsAreChecked() {
    refused(() -> LengthPolicy.buckets(), "Setting buckets: expected at least one length");
    refused(() -> LengthPolicy.buckets(4, 4), "each larger than the one before, found [4, 4]");
    refused(() -> LengthPolicy.buckets(0), "1 to 1048576");
    refused(() -> LengthPolicy.buckets(LengthPolicy.LARGEST + 1), "1 to 1048576");
    refused(() -> LengthPolicy.powersOfTwo(12), "Setting powersOfTwo: expected a power of two");
    refused(() -> LengthPolicy.exact().withMaxLength(0, Truncation.LAST), "Setting maxLength");
    refused(() -> LengthPolicy.exact().withMaxLength(1, null), "Setting truncation");
    refused(() -> LengthPolicy.exact().withMaxElements(0), "Setting maxElements");
    refused(() -> LengthPolicy.exact().withPad(" ", 1), "Setting pad");
    refused(() -> LengthPolicy.exact().withPad("a", 1).withPad("a", 2), "one call for 'a'");
    refused(() -> LengthPolicy.exact().withMask("a").withMask("a"), "one call for 'a'");
    refused(() -> masked(null), "Setting lengths");
  }

  @Test
  void itIsAValue() throws Exception {
    LengthPolicy policy =
        LengthPolicy.powersOfTwo(8)
            .withMaxLength(512, Truncation.LAST)
            .withPad("ids", 3)
            .withPad("values", 0.5)
            .withPad("texts", "-")
            .withMask("mask")
            .withMaxElements(100);
    assertThat(InstantiationUtil.clone(policy)).isEqualTo(policy);
    assertThat(policy.pads()).containsEntry("ids", 3L).containsEntry("texts", "-");
  }

  private RowInference masked(LengthPolicy policy) {
    return Inference.rows().model(RaggedModels.masked(folder).toString()).lengths(policy).build();
  }

  @Test
  void itMustSuitTheModel() {
    LengthPolicy exact = LengthPolicy.exact();
    refused(() -> masked(exact.withMask("masks")), "Setting mask", "'masks'");
    refused(() -> masked(exact.withMask("scale")), "Setting mask", "[ids, mask]", "'scale'");
    refused(() -> masked(exact.withPad("scale", 1)), "Setting pad", "[ids, mask]", "'scale'");
    refused(() -> masked(exact.withMask("mask").withPad("mask", 1)), "Setting pad", "the mask");
    assertThatThrownBy(() -> masked(exact.withPad("ids", 0.5)))
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining(
            "Input 'ids': expected an integer of type I64 to pad with, found 0.5");
    assertThatThrownBy(() -> masked(exact.withPad("ids", "a")))
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("expected a number of type I64");
    refused(
        () ->
            Inference.rows()
                .model(RaggedModels.masked(folder).toString())
                .input("mask", "m")
                .lengths(exact.withMask("mask"))
                .build(),
        "Setting mask: expected an input that is fed by no field",
        "input(…) names [m]");
    refused(
        () ->
            Inference.rows()
                .model(TestModels.relu(folder).toString())
                .lengths(LengthPolicy.powersOfTwo(8))
                .build(),
        "Setting lengths: expected a model with an input whose second axis is open");
  }
}
