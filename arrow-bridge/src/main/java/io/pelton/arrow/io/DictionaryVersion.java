package io.pelton.arrow.io;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/**
 * The dictionaries that are valid at a place of a file or stream. Owned by the reader and by every
 * batch that was read there; the last owner releases what no other version uses.
 */
final class DictionaryVersion implements DictionaryProvider {
  /** A dictionary of one version or several. */
  private static final class Shared {
    final Dictionary dictionary;
    final AtomicInteger versions = new AtomicInteger(1);

    Shared(Dictionary dictionary) {
      this.dictionary = dictionary;
    }

    void release() {
      if (versions.decrementAndGet() == 0) {
        dictionary.getVector().close();
      }
    }
  }

  private final Map<Long, Shared> dictionaries = new HashMap<>();
  private final AtomicInteger owners = new AtomicInteger(1);

  /** Takes the dictionaries over. */
  static DictionaryVersion of(Map<Long, Dictionary> dictionaries) {
    DictionaryVersion version = new DictionaryVersion();
    dictionaries.forEach((id, each) -> version.dictionaries.put(id, new Shared(each)));
    return version;
  }

  /** The version after this one, which takes over the dictionary that is new there. */
  DictionaryVersion with(long id, Dictionary dictionary) {
    DictionaryVersion after = new DictionaryVersion();
    dictionaries.forEach(
        (other, shared) -> {
          if (other != id) {
            shared.versions.incrementAndGet();
            after.dictionaries.put(other, shared);
          }
        });
    after.dictionaries.put(id, new Shared(dictionary));
    return after;
  }

  /** Whether nobody but its one owner sees a dictionary. */
  boolean isPrivate(long id) {
    return owners.get() == 1 && dictionaries.get(id).versions.get() == 1;
  }

  @Override
  public Dictionary lookup(long id) {
    Shared shared = dictionaries.get(id);
    return shared == null ? null : shared.dictionary;
  }

  @Override
  public Set<Long> getDictionaryIds() {
    return dictionaries.keySet();
  }

  DictionaryVersion retain() {
    owners.incrementAndGet();
    return this;
  }

  void release() {
    if (owners.decrementAndGet() == 0) {
      dictionaries.values().forEach(Shared::release);
    }
  }
}
