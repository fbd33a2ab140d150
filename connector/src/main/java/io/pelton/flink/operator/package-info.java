/**
 * The operators: rows are collected into micro-batches, batches are scored, rows that can't be are
 * singled out. Imports {@code model}, {@code metrics}, the root package's values, the Arrow bridge
 * and the engine's executables.
 */
package io.pelton.flink.operator;
