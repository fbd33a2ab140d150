/**
 * Sinks into Arrow IPC files. Imports {@code type}, the root package's values and the Arrow bridge.
 */
package io.pelton.flink.sink;
