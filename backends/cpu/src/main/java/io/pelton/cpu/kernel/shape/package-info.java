/**
 * Kernels that move elements and never compute with them, for every dtype. Imports {@code block}
 * and the engine.
 */
package io.pelton.cpu.kernel.shape;
