/**
 * Graphs compiled for repeated runs: what a Flink slot holds. Imports {@code plan} and what that
 * imports, and {@code guard}.
 */
package io.pelton.engine.executable;
