package io.pelton.examples.benchmarks.streaming;

import org.apache.flink.types.Row;

/** A record beside what a peer says of it. */
record Scored(Row row, Object score) {}
