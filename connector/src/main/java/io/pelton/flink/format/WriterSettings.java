package io.pelton.flink.format;

import io.pelton.arrow.io.Compression;
import java.io.Serializable;
import java.util.Set;

/**
 * How files are written.
 *
 * @param memoryLimit bytes that the writer of a file may hold
 * @param batchRows the most rows of a batch
 * @param batchBytes a batch is full when it has about so many
 * @param dictionaryColumns names of text columns
 */
record WriterSettings(
    long memoryLimit,
    Compression compression,
    int batchRows,
    long batchBytes,
    Set<String> dictionaryColumns)
    implements Serializable {}
