package io.pelton.flink.metrics;

import org.apache.flink.annotation.Internal;

/**
 * What reports call a model.
 *
 * @param name of the metric group and in the summary
 * @param location where it came from, so that different ones of one name are noticed
 * @param version as the model says itself; empty where it says none
 * @param checksum SHA-256 of its file, in hexadecimal
 */
@Internal
public record ModelLabels(String name, String location, String version, String checksum) {}
