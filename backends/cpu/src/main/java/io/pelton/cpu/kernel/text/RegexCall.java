package io.pelton.cpu.kernel.text;

import io.pelton.cpu.block.ByteOutput;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.block.StringBlocks;
import io.pelton.engine.graph.TextOp.RegexFullMatch;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Matches strings against a pattern. */
final class RegexCall implements Call {
  private final Rows rows;
  private final StringBlocks x;
  private final ByteOutput out;
  private final Matcher matcher;

  RegexCall(NodeSpec node, Operand[] in, Operand[] out) {
    String pattern = ((RegexFullMatch) node.op()).pattern();
    this.rows = new Rows(node, out[0]);
    this.x = StringBlocks.of(in[0], out[0].layout().dims());
    this.out = new ByteOutput(out[0]);
    try {
      this.matcher = Pattern.compile(pattern).matcher("");
    } catch (PatternSyntaxException e) {
      throw node.inference().invalid("pattern '" + pattern + "' is none: " + e.getDescription());
    }
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      x.seek(from);
      out.open(from, count);
      for (int n = 0; n < count; n++) {
        boolean matches = matches(x.storage().get(x.next()), from + n);
        out.array()[out.at() + n] = (byte) (matches ? 1 : 0);
      }
      out.commit();
    }
  }

  /** Patterns that repeat alternatives take stack with every character. */
  private boolean matches(String text, int element) {
    try {
      return matcher.reset(text).matches();
    } catch (StackOverflowError e) {
      throw rows.invalid(
          element,
          "a string of "
              + text.length()
              + " characters is too long for the pattern '"
              + matcher.pattern()
              + "'; repeat no alternatives in it, or shorten the strings");
    }
  }
}
