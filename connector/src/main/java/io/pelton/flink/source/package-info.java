/**
 * Sources of Arrow batches: enumerator, splits and readers, and the formats of files behind one
 * seam, {@link io.pelton.flink.source.BatchFormat}. Imports {@code type} and the Arrow bridge.
 */
package io.pelton.flink.source;
