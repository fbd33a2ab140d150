/**
 * Sinks into Arrow IPC files, on Flink's sink of files. Imports {@code type}, the root package's
 * values and the Arrow bridge.
 */
package io.pelton.flink.sink;
