package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.texts;

import ai.onnx.proto.OnnxMl.AttributeProto;
import java.util.ArrayList;
import java.util.List;

/** Writes trees of one split on feature 0, or of a leaf, which all vote for class or target 0. */
final class Stumps {
  private final List<Long> trees = new ArrayList<>();
  private final List<Long> nodes = new ArrayList<>();
  private final List<String> modes = new ArrayList<>();
  private final List<Float> values = new ArrayList<>();
  private final List<Long> whenTrue = new ArrayList<>();
  private final List<Long> whenFalse = new ArrayList<>();
  private final List<Long> leafTrees = new ArrayList<>();
  private final List<Long> leaves = new ArrayList<>();
  private final List<Float> weights = new ArrayList<>();
  private long count;

  /**
   * @param tree threshold, weight where the comparison holds and weight where not; or one weight
   */
  void add(String mode, float... tree) {
    if (tree.length == 1) {
      leaf(0, tree[0]);
    } else {
      node(0, mode, tree[0], 1, 2);
      leaf(1, tree[1]);
      leaf(2, tree[2]);
    }
    count++;
  }

  private void leaf(long id, float weight) {
    node(id, "LEAF", 0, 0, 0);
    leafTrees.add(count);
    leaves.add(id);
    weights.add(weight);
  }

  private void node(long id, String mode, float value, long ifTrue, long ifFalse) {
    trees.add(count);
    nodes.add(id);
    modes.add(mode);
    values.add(value);
    whenTrue.add(ifTrue);
    whenFalse.add(ifFalse);
  }

  /**
   * @param votes prefix of their lists
   */
  List<AttributeProto> attributes(String votes) {
    return List.of(
        integers("nodes_treeids", longs(trees)),
        integers("nodes_nodeids", longs(nodes)),
        integers("nodes_featureids", new long[nodes.size()]),
        texts("nodes_modes", modes.toArray(new String[0])),
        numbers("nodes_values", floats(values)),
        integers("nodes_truenodeids", longs(whenTrue)),
        integers("nodes_falsenodeids", longs(whenFalse)),
        integers(votes + "_treeids", longs(leafTrees)),
        integers(votes + "_nodeids", longs(leaves)),
        integers(votes + "_ids", new long[leaves.size()]),
        numbers(votes + "_weights", floats(weights)));
  }

  private static long[] longs(List<Long> list) {
    return list.stream().mapToLong(Long::longValue).toArray();
  }

  private static float[] floats(List<Float> list) {
    float[] floats = new float[list.size()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = list.get(i);
    }
    return floats;
  }
}
