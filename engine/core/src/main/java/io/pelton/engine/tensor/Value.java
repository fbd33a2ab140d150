package io.pelton.engine.tensor;

/** What flows along the edges of a graph. */
public sealed interface Value permits Tensor, Sequence, Mapping {}
