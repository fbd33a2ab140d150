/** Measures what it takes to open a large model: time, and memory while and after. */
package io.pelton.examples.benchmarks.open;
