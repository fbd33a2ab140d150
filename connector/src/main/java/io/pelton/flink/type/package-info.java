/**
 * How what flows through a stream is typed and serialized: batches, their cells, predictions,
 * failed records. Imports {@code error}, the root package's values and the Arrow bridge.
 */
package io.pelton.flink.type;
