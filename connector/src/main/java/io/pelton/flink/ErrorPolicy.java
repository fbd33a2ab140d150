package io.pelton.flink;

import io.pelton.flink.error.InvalidSetting;
import java.io.Serializable;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.util.OutputTag;

/**
 * What becomes of a record that can't be scored: a null where the model allows none, a value that
 * it refuses. Always of that one record; the others of its batch are scored. Failures that are not
 * about a record, such as memory that runs out or a kernel that breaks ({@link
 * io.pelton.engine.error.KernelFailure}), fail the job under every policy: no policy turns a broken
 * model into a job that succeeds without results.
 */
@PublicEvolving
public sealed interface ErrorPolicy<T> extends Serializable {
  /** The job fails with a {@link io.pelton.flink.error.BadRecord}; the default. */
  static <T> ErrorPolicy<T> fail() {
    return new Fail<>();
  }

  /** The record is counted in {@code inference_failures} and left out. */
  static <T> ErrorPolicy<T> skip() {
    return new Skip<>();
  }

  /**
   * The record is counted and goes to a side output with field and reason. A row that contradicts
   * the type of its own stream can't go there, as Flink could not serialize it, and fails the job.
   *
   * @param tag made by {@link FailedRecord#tag}
   */
  static <T> ErrorPolicy<T> sideOutput(OutputTag<FailedRecord<T>> tag) {
    return new SideOutput<>(tag);
  }

  /** See {@link ErrorPolicy#fail}. */
  record Fail<T>() implements ErrorPolicy<T> {}

  /** See {@link ErrorPolicy#skip}. */
  record Skip<T>() implements ErrorPolicy<T> {}

  /** See {@link ErrorPolicy#sideOutput}. */
  record SideOutput<T>(OutputTag<FailedRecord<T>> tag) implements ErrorPolicy<T> {
    public SideOutput {
      InvalidSetting.given("sideOutput", tag);
    }
  }
}
