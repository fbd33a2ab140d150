/**
 * What it costs to bring Arrow's columns into the shape that a model takes, and what is gained by
 * scoring whole batches.
 */
package io.pelton.examples.benchmarks.arrow;
