package io.pelton.flink.operator;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.model.ModelSpec;
import java.io.Serializable;
import org.apache.flink.annotation.Internal;

/**
 * Everything that a scoring operator is told when the job is built.
 *
 * @param memoryLimit bytes of Arrow memory that one slot may hold
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
    implements Serializable {}
