/**
 * The operators of ai.onnx.ml on numbers, but for trees: linear models, scaling and encoding.
 * Imports {@code kernel}, {@code kernel.score}, {@code launch} and {@code memory}.
 */
package io.pelton.cuda.kernel.tabular;
