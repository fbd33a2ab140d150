/**
 * What the models of ai.onnx.ml share: reading feature rows, turning raw scores into outputs,
 * writing labels. Imports {@code block}, {@code math} and the engine's {@code kernel}, {@code
 * graph} and {@code tensor} only.
 */
package io.pelton.cpu.kernel.score;
