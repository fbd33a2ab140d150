package io.pelton.cpu.kernel.text;

import io.pelton.cpu.block.StringBlocks;
import io.pelton.engine.graph.TextOp.CaseChange;
import io.pelton.engine.graph.TextOp.StringNormalizer;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.StringStorage;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Leaves stop words out and changes the case of the others. */
final class StringNormalizerCall implements Call {
  private final StringNormalizer op;
  private final Locale locale;
  private final Set<String> stopWords;
  private final StringBlocks x;
  private final int elements;
  private final Operand strings;
  private final Operand count;

  StringNormalizerCall(NodeSpec node, Operand[] in, Operand[] out) {
    this.op = (StringNormalizer) node.op();
    this.locale = Locale.forLanguageTag(op.language());
    this.stopWords = op.stopWords().stream().map(this::key).collect(Collectors.toSet());
    this.x = StringBlocks.of(in[0], in[0].layout().dims());
    this.elements = Math.toIntExact(in[0].layout().elements());
    this.strings = out[0];
    this.count = out[1];
  }

  /** In which words are compared. */
  private String key(String word) {
    return op.ignoresCase() ? word.toUpperCase(locale).toLowerCase(locale) : word;
  }

  private String changed(String word) {
    return switch (op.change()) {
      case NONE -> word;
      case LOWER -> word.toLowerCase(locale);
      case UPPER -> word.toUpperCase(locale);
    };
  }

  @Override
  public void run(int activeRows) {
    StringStorage target = strings.strings();
    target.clear();
    if (elements > 0) {
      x.seek(0);
    }
    for (int n = 0; n < elements; n++) {
      append(x.next(), target);
    }
    count.longs()[count.base()] = Math.max(1, target.length());
    long capacity = strings.layout().elements();
    while (target.length() < capacity) {
      target.append("");
    }
  }

  private void append(int index, StringStorage target) {
    if (stopWords.isEmpty() && op.change() == CaseChange.NONE) {
      target.append(x.storage(), index);
      return;
    }
    String word = x.storage().get(index);
    if (!stopWords.contains(key(word))) {
      target.append(changed(word));
    }
  }
}
