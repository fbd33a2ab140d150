package io.pelton.flink.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compiles rules for characters as SentencePiece does, into a trie of Darts-clone's units. */
final class CharsMapBuilder {
  private static final int FAR = 1 << 9;

  private final List<Integer> units = new ArrayList<>();
  private final BitSet taken = new BitSet();
  private final StringBuilder texts = new StringBuilder();
  private int firstFree = 1;

  /** A node by the bytes that follow; its value is where its replacement begins, or -1. */
  private static final class Node {
    private final Map<Integer, Node> children = new TreeMap<>();
    private int value = -1;
  }

  static byte[] build(Map<String, String> rules) {
    return new CharsMapBuilder().compile(rules);
  }

  private byte[] compile(Map<String, String> rules) {
    Node root = new Node();
    int length = 0;
    for (Map.Entry<String, String> rule : rules.entrySet()) {
      Node node = root;
      for (byte b : rule.getKey().getBytes(StandardCharsets.UTF_8)) {
        node = node.children.computeIfAbsent(b & 0xFF, label -> new Node());
      }
      node.value = length;
      texts.append(rule.getValue()).append('\0');
      length = texts.toString().getBytes(StandardCharsets.UTF_8).length;
    }
    claim(0);
    place(root, 0);
    byte[] replacements = texts.toString().getBytes(StandardCharsets.UTF_8);
    int count = units.size() + 255 & ~255;
    ByteBuffer map =
        ByteBuffer.allocate(4 + 4 * count + replacements.length).order(ByteOrder.LITTLE_ENDIAN);
    map.putInt(4 * count);
    for (int i = 0; i < count; i++) {
      map.putInt(i < units.size() ? units.get(i) : 0);
    }
    return map.put(replacements).array();
  }

  private void place(Node node, int at) {
    int base = base(node, at);
    int offset = base ^ at;
    units.set(at, units.get(at) | (offset < 1 << 21 ? offset << 10 : offset << 2 | FAR));
    if (node.value >= 0) {
      units.set(at, units.get(at) | 1 << 8);
      units.set(base, node.value | 1 << 31);
    }
    node.children.forEach((label, child) -> units.set(base ^ label, label));
    node.children.forEach((label, child) -> place(child, base ^ label));
  }

  /** Finds where all children have room, and takes it. */
  private int base(Node node, int at) {
    firstFree = taken.nextClearBit(firstFree);
    for (int base = (firstFree & ~255) | 1; ; base++) {
      int candidate = base;
      if (!taken.get(candidate)
          && candidate != at
          && node.children.keySet().stream().noneMatch(label -> taken.get(candidate ^ label))) {
        claim(candidate);
        node.children.keySet().forEach(label -> claim(candidate ^ label));
        return candidate;
      }
    }
  }

  private void claim(int unit) {
    taken.set(unit);
    while (units.size() <= unit) {
      units.add(0);
    }
  }
}
