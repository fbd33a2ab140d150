/**
 * Sources of Arrow batches: enumerator, splits and readers of Arrow IPC files. Imports {@code type}
 * and the Arrow bridge.
 */
package io.pelton.flink.source;
