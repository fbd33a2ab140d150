/**
 * Trains a gradient-boosted classifier on the UCI Adult census rows and writes it as an ONNX
 * pipeline, together with the rows as an Arrow IPC file.
 *
 * <p>Stands alone: it imports XGBoost4J, Arrow and the generated ONNX classes, and no module of the
 * engine, so that what the engine is measured against does not come from the engine.
 */
package io.pelton.examples.training;
