package io.pelton.flink.source;

import io.pelton.arrow.ArrowBatch;

/**
 * A batch on its way from the thread that reads to the task's.
 *
 * @param last whether its split ends with it
 */
record ReadBatch(ArrowBatch batch, boolean last) {}
