/**
 * Graphs compiled for repeated runs: what a Flink slot holds. Imports {@code realize} and what that
 * imports.
 */
package io.pelton.engine.executable;
