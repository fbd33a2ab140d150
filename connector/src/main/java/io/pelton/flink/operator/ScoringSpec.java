package io.pelton.flink.operator;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.InferenceBuilder;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.model.ModelSpec;
import java.io.Serializable;
import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Everything that a scoring operator is told when the job is built.
 *
 * @param memoryLimit bytes of Arrow memory that one slot may hold, or {@link #WHOLE_SHARE}
 * @param mayMixRows whether a row's outputs may depend on the other rows of its batch
 */
@Internal
public record ScoringSpec<T>(
    ModelSpec model,
    InputRules inputs,
    OutputRules outputs,
    BatchPolicy batch,
    LengthPolicy lengths,
    ErrorPolicy<T> errors,
    long memoryLimit,
    boolean mayMixRows)
    implements Serializable {
  /** A memory limit that is the operator's share of its slot's managed memory, whatever it is. */
  public static final long WHOLE_SHARE = 0;

  /** The same, but every row by itself, whose outputs may then depend on all of its batch. */
  public ScoringSpec<T> singly() {
    return new ScoringSpec<>(
        model, inputs, outputs, BatchPolicy.single(), lengths, errors, memoryLimit, true);
  }

  /**
   * The same with tokens of a text for inputs, and with padding for texts of several lengths.
   *
   * @param text of this model
   * @param padId of the tokenizer
   */
  public ScoringSpec<T> withText(TextSpec text, long padId) {
    return new ScoringSpec<>(
        model,
        text.rules(inputs),
        outputs,
        batch,
        text.lengths(lengths, padId),
        errors,
        memoryLimit,
        mayMixRows);
  }

  /**
   * Has the operator of this get a part of the managed memory of its slots, in proportion to what
   * others ask for. Without it, there is none, and the operator does not open.
   *
   * @return what it was given
   */
  public <R> SingleOutputStreamOperator<R> withMemory(SingleOutputStreamOperator<R> scored) {
    scored
        .getTransformation()
        .declareManagedMemoryUseCaseAtOperatorScope(ManagedMemoryUseCase.OPERATOR, mebibytes());
    return scored;
  }

  private int mebibytes() {
    long bytes =
        memoryLimit == WHOLE_SHARE ? InferenceBuilder.DEFAULT_MEMORY.getBytes() : memoryLimit;
    // rounded up: a weight of nothing gets nothing
    return Math.toIntExact(Math.min(((bytes - 1) >> 20) + 1, Integer.MAX_VALUE));
  }
}
