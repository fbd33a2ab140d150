package io.pelton.arrow;

import java.util.HashSet;
import java.util.Set;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/** The dictionaries of two batches side by side; they must not use one id for different ones. */
record JoinedDictionaries(DictionaryProvider left, DictionaryProvider right)
    implements DictionaryProvider {
  JoinedDictionaries {
    for (long id : left.getDictionaryIds()) {
      if (right.getDictionaryIds().contains(id) && !left.lookup(id).equals(right.lookup(id))) {
        throw new IllegalArgumentException("both batches have a dictionary " + id);
      }
    }
  }

  @Override
  public Dictionary lookup(long id) {
    Dictionary dictionary = left.lookup(id);
    return dictionary == null ? right.lookup(id) : dictionary;
  }

  @Override
  public Set<Long> getDictionaryIds() {
    Set<Long> ids = new HashSet<>(left.getDictionaryIds());
    ids.addAll(right.getDictionaryIds());
    return ids;
  }
}
