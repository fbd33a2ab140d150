package io.pelton.flink.model;

import java.io.Serializable;
import org.apache.flink.annotation.Internal;

/**
 * Which tokenizer to load.
 *
 * @param location of its file, {@code tokenizer.json}
 * @param sha256 what the bytes must hash to, null where nobody has read them yet
 */
@Internal
public record TokenizerSpec(ModelLocation location, String sha256) implements Serializable {}
