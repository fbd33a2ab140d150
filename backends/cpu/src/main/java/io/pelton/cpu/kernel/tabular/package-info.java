/**
 * The operators of ai.onnx.ml but for trees: linear models, support vector machines, scaling and
 * encoding. Imports {@code block}, {@code math}, {@code kernel.score} and the engine's {@code
 * kernel}, {@code graph} and {@code tensor} only.
 *
 * <p>Products add up over features in order, one fused multiply-add a step.
 */
package io.pelton.cpu.kernel.tabular;
