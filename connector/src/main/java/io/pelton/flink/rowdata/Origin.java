package io.pelton.flink.rowdata;

import org.apache.flink.annotation.Internal;

/**
 * Where a batch comes from, for messages.
 *
 * @param file its name as the user knows it, or what else the batches come from
 * @param batch index in the file
 */
@Internal
public record Origin(String file, int batch) {}
