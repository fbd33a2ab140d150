package io.pelton.flink.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/** Finds the pairs that byte pair encoding merges, the most frequent first. */
final class PairTrainer {
  private record Pair(String left, String right) {}

  private record Candidate(Pair pair, int count) {}

  private final List<List<String>> words = new ArrayList<>();
  private final List<Integer> counts = new ArrayList<>();
  private final Map<Pair, Integer> frequencies = new HashMap<>();
  private final Map<Pair, Set<Integer>> places = new HashMap<>();
  private final String prefix;

  /**
   * Takes words by how often they occur, each as the symbols that it begins as.
   *
   * @param prefix of every symbol but a word's first
   */
  PairTrainer(Map<List<String>, Integer> corpus, String prefix) {
    this.prefix = prefix;
    corpus.forEach(
        (word, count) -> {
          words.add(new ArrayList<>(word));
          counts.add(count);
          addPairs(words.size() - 1, 1);
        });
  }

  /** Pairs in the order in which to merge them. */
  List<List<String>> merges(int count) {
    PriorityQueue<Candidate> queue =
        new PriorityQueue<>(
            (a, b) ->
                a.count != b.count
                    ? Integer.compare(b.count, a.count)
                    : (a.pair.left + " " + a.pair.right)
                        .compareTo(b.pair.left + " " + b.pair.right));
    frequencies.forEach((pair, frequency) -> queue.add(new Candidate(pair, frequency)));
    Set<List<String>> merges = new LinkedHashSet<>();
    while (merges.size() < count && !queue.isEmpty()) {
      Candidate best = queue.poll();
      int frequency = frequencies.getOrDefault(best.pair, 0);
      if (frequency != best.count) {
        if (frequency > 0) {
          queue.add(new Candidate(best.pair, frequency));
        }
        continue;
      }
      merges.add(List.of(best.pair.left, best.pair.right));
      for (Pair changed : merge(best.pair)) {
        queue.add(new Candidate(changed, frequencies.getOrDefault(changed, 0)));
      }
    }
    return List.copyOf(merges);
  }

  String merged(List<String> pair) {
    return pair.get(0) + pair.get(1).substring(prefix.length());
  }

  private Set<Pair> merge(Pair pair) {
    Set<Pair> changed = new HashSet<>();
    for (int word : Set.copyOf(places.get(pair))) {
      addPairs(word, -1);
      List<String> symbols = words.get(word);
      for (int i = 0; i + 1 < symbols.size(); i++) {
        if (symbols.get(i).equals(pair.left) && symbols.get(i + 1).equals(pair.right)) {
          symbols.set(i, merged(List.of(pair.left, pair.right)));
          symbols.remove(i + 1);
        }
      }
      changed.addAll(addPairs(word, 1));
    }
    changed.remove(pair);
    return changed;
  }

  private List<Pair> addPairs(int word, int sign) {
    List<Pair> pairs = new ArrayList<>();
    List<String> symbols = words.get(word);
    for (int i = 0; i + 1 < symbols.size(); i++) {
      Pair pair = new Pair(symbols.get(i), symbols.get(i + 1));
      pairs.add(pair);
      frequencies.merge(pair, sign * counts.get(word), Integer::sum);
      places.computeIfAbsent(pair, p -> new LinkedHashSet<>()).add(word);
    }
    return pairs;
  }

  /** Counts pieces as lists of their symbols. */
  static Map<List<String>, Integer> count(List<List<String>> pieces) {
    Map<List<String>, Integer> corpus = new LinkedHashMap<>();
    pieces.forEach(piece -> corpus.merge(piece, 1, Integer::sum));
    return corpus;
  }
}
