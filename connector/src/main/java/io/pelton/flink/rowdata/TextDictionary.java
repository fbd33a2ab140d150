package io.pelton.flink.rowdata;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;

/** Distinct texts in the order in which they first came. */
final class TextDictionary implements AutoCloseable {
  private final VarCharVector texts;
  private final Dictionary dictionary;
  private final Map<ByteBuffer, Integer> indices = new HashMap<>();

  TextDictionary(DictionaryEncoding encoding, BufferAllocator allocator) {
    this.texts = new VarCharVector("dictionary " + encoding.getId(), allocator);
    this.dictionary = new Dictionary(texts, encoding);
  }

  /** The index of a text, which is added where it is new; its array must not change any more. */
  int index(byte[] text) {
    ByteBuffer key = ByteBuffer.wrap(text);
    Integer known = indices.get(key);
    if (known != null) {
      return known;
    }
    int index = indices.size();
    texts.setSafe(index, text);
    indices.put(key, index);
    return index;
  }

  int size() {
    return indices.size();
  }

  Dictionary dictionary() {
    return dictionary;
  }

  /** Makes the vector tell its length. */
  void publish() {
    texts.setValueCount(indices.size());
  }

  @Override
  public void close() {
    texts.close();
  }
}
