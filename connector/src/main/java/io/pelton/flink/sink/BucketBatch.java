package io.pelton.flink.sink;

import io.pelton.arrow.ArrowBatch;

/**
 * A batch on its way into a file.
 *
 * @param bucket the folder in the sink's folder; empty for that itself
 */
record BucketBatch(String bucket, ArrowBatch batch) {}
