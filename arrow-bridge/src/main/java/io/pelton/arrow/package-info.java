/**
 * The bridge between Arrow's columns and the engine's tensors: batches, the accounted allocator,
 * the batch builder, and the bindings between a batch's columns and a model's inputs and outputs.
 * Imports {@code type}, Arrow, and of the engine {@code tensor} and {@code error} only.
 */
package io.pelton.arrow;
