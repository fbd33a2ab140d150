/** What it costs to bring Arrow's columns into the shape that a model takes. */
package io.pelton.examples.benchmarks.arrow;
