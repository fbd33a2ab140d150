package io.pelton.engine.plan;

import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Tensor;

/**
 * What a plan is made for, per input.
 *
 * @param layout lengths and strides; with rows, axis 0 at the bucket's upper bound
 * @param hasRows axis 0 runs over the rows of the batch
 * @param space where the elements lie
 * @param value the elements themselves where shapes depend on them, else null
 */
public record BoundInput(Layout layout, boolean hasRows, MemorySpace space, Tensor value) {}
