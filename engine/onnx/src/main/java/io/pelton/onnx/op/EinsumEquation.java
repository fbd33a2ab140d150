package io.pelton.onnx.op;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which axes of an Einsum's operands are the same. A label is a letter, or for an axis that an
 * ellipsis stands for, the place of that axis counted from the ellipsis' right end, from -1 on
 * down: ellipses of different lengths align at the right.
 *
 * @param operands labels of each operand's axes
 * @param output labels of the result's axes
 */
record EinsumEquation(List<List<Integer>> operands, List<Integer> output) {
  private static final String ELLIPSIS = "...";
  private static final String ARROW = "->";

  /**
   * @param ranks of the operands
   */
  static EinsumEquation parse(OnnxNode node, String text, List<Integer> ranks) {
    String plain = text.replace(" ", "");
    int arrow = plain.indexOf(ARROW);
    String[] terms = (arrow < 0 ? plain : plain.substring(0, arrow)).split(",", -1);
    node.check(
        terms.length == ranks.size(),
        "equation '" + text + "' is of " + terms.length + " inputs but has " + ranks.size());
    List<List<Integer>> operands = new ArrayList<>();
    int longest = 0;
    for (int i = 0; i < terms.length; i++) {
      int letters = letters(node, text, terms[i]);
      boolean isOpen = terms[i].contains(ELLIPSIS);
      int rest = ranks.get(i) - letters;
      node.check(
          isOpen ? rest >= 0 : rest == 0,
          "'"
              + terms[i]
              + "' of equation '"
              + text
              + "' is for an input of another rank than "
              + node.shape(i));
      longest = Math.max(longest, rest);
      operands.add(labels(terms[i], rest));
    }
    if (arrow < 0) {
      return new EinsumEquation(operands, implicit(operands, longest));
    }
    String result = plain.substring(arrow + ARROW.length());
    letters(node, text, result);
    node.check(
        longest == 0 || result.contains(ELLIPSIS),
        "the result of equation '" + text + "' lacks the ellipsis of its inputs");
    List<Integer> output = labels(result, longest);
    for (int label : output) {
      node.check(
          output.indexOf(label) == output.lastIndexOf(label)
              && operands.stream().anyMatch(operand -> operand.contains(label)),
          "the result of equation '" + text + "' repeats a letter or has one of no input");
    }
    return new EinsumEquation(operands, output);
  }

  /** Counts the letters of a term, which otherwise may have one ellipsis. */
  private static int letters(OnnxNode node, String text, String term) {
    int at = term.indexOf(ELLIPSIS);
    String letters = at < 0 ? term : term.substring(0, at) + term.substring(at + ELLIPSIS.length());
    boolean areLetters =
        letters.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
    node.check(areLetters, "equation '" + text + "' should have letters, ',', '...' and '->' only");
    return letters.length();
  }

  private static List<Integer> labels(String term, int ellipsis) {
    List<Integer> labels = new ArrayList<>();
    int at = term.indexOf(ELLIPSIS);
    for (int i = 0; i < term.length(); i++) {
      if (i == at) {
        for (int axis = ellipsis; axis > 0; axis--) {
          labels.add(-axis);
        }
        i += ELLIPSIS.length() - 1;
      } else {
        labels.add((int) term.charAt(i));
      }
    }
    return labels;
  }

  /** The ellipsis, then the letters that occur once, in alphabetical order. */
  private static List<Integer> implicit(List<List<Integer>> operands, int ellipsis) {
    Map<Integer, Integer> counts = new TreeMap<>();
    operands.forEach(labels -> labels.forEach(label -> counts.merge(label, 1, Integer::sum)));
    List<Integer> output = labels(ELLIPSIS, ellipsis);
    counts.forEach(
        (label, count) -> {
          if (label > 0 && count == 1) {
            output.add(label);
          }
        });
    return output;
  }
}
