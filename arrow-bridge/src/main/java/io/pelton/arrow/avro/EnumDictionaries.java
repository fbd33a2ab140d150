package io.pelton.arrow.avro;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;

/**
 * The symbols of enums as dictionaries. The decoder and every batch own them together; the last one
 * releases them.
 */
final class EnumDictionaries implements DictionaryProvider {
  private final TreeMap<Long, Dictionary> dictionaries = new TreeMap<>();
  private final AtomicInteger owners = new AtomicInteger(1);

  EnumDictionaries(List<List<String>> enums, BufferAllocator allocator) {
    try {
      for (List<String> symbols : enums) {
        VarCharVector values = new VarCharVector("symbols", allocator);
        long id = dictionaries.size();
        dictionaries.put(
            id,
            new Dictionary(values, new DictionaryEncoding(id, false, new ArrowType.Int(32, true))));
        values.allocateNew();
        for (int i = 0; i < symbols.size(); i++) {
          values.setSafe(i, symbols.get(i).getBytes(StandardCharsets.UTF_8));
        }
        values.setValueCount(symbols.size());
      }
    } catch (RuntimeException failure) {
      release();
      throw failure;
    }
  }

  @Override
  public Dictionary lookup(long id) {
    return dictionaries.get(id);
  }

  @Override
  public Set<Long> getDictionaryIds() {
    return dictionaries.keySet();
  }

  EnumDictionaries retain() {
    owners.incrementAndGet();
    return this;
  }

  void release() {
    if (owners.decrementAndGet() == 0) {
      dictionaries.values().forEach(dictionary -> dictionary.getVector().close());
    }
  }
}
