/**
 * Ops whose output element depends on the operands' elements at the same place. Imports {@code
 * kernel} and {@code launch}.
 */
package io.pelton.cuda.kernel.elementwise;
