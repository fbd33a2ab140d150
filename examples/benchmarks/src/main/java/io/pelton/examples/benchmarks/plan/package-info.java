/** Measures how long the engine takes to decide: optimizing and planning, without running. */
package io.pelton.examples.benchmarks.plan;
