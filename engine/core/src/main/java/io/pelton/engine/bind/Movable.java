package io.pelton.engine.bind;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.plan.Root;

/**
 * An operand whose storage changes between runs.
 *
 * @param root an input, or an output that lies in memory of the caller or of its own
 * @param offset of the operand behind the root's start, in elements
 */
record Movable(Operand operand, Root root, long offset) {}
