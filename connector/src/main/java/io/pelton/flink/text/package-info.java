/**
 * Tokenizers in plain Java that read {@code tokenizer.json} files of Hugging Face and give the same
 * token ids as the library that wrote them.
 */
package io.pelton.flink.text;
