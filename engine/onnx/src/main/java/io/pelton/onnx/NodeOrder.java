package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import io.pelton.onnx.op.OnnxNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Function;

/**
 * Puts a graph's nodes after the producers of what they read, and otherwise leaves them as the file
 * has them. Files should be in that order already, but not all are.
 */
final class NodeOrder {
  private final GraphProto graph;
  private final Scope scope;
  private final Function<String, MalformedModel> malformed;
  private final Map<String, Integer> producers = new HashMap<>();
  private final List<List<Integer>> readers = new ArrayList<>();
  private final int[] missing;

  /**
   * @param scope with the graph's inputs and initializers
   * @param malformed makes the error for what is wrong with the graph
   */
  NodeOrder(GraphProto graph, Scope scope, Function<String, MalformedModel> malformed) {
    this.graph = graph;
    this.scope = scope;
    this.malformed = malformed;
    this.missing = new int[graph.getNodeCount()];
  }

  /**
   * @throws MalformedModel when two nodes write one value, a value is written by nobody, or nodes
   *     wait for each other
   */
  List<NodeProto> sorted() {
    findProducers();
    findReaders();
    return sort();
  }

  private void findProducers() {
    for (int i = 0; i < graph.getNodeCount(); i++) {
      readers.add(new ArrayList<>());
      for (String output : graph.getNode(i).getOutputList()) {
        if (output.isEmpty()) {
          continue;
        }
        check(
            !scope.defines(output),
            "has a node " + name(i) + " that writes '" + output + "', an input or initializer.");
        Integer other = producers.put(output, i);
        check(
            other == null,
            "has two nodes that write '"
                + output
                + "': "
                + (other == null ? "" : name(other))
                + " and "
                + name(i)
                + ".");
      }
    }
  }

  private void findReaders() {
    for (int i = 0; i < graph.getNodeCount(); i++) {
      for (String input : graph.getNode(i).getInputList()) {
        check(
            input.isEmpty()
                || producers.containsKey(input)
                || scope.defines(input)
                || scope.isAround(input),
            "has a node "
                + name(i)
                + " that reads '"
                + input
                + "', which no node writes and which is no input or initializer.");
        addReader(input, i);
      }
      for (String captured : FreeNames.of(graph.getNode(i))) {
        addReader(captured, i);
      }
    }
  }

  private void addReader(String input, int node) {
    Integer producer = producers.get(input);
    if (producer != null) {
      readers.get(producer).add(node);
      missing[node]++;
    }
  }

  private List<NodeProto> sort() {
    PriorityQueue<Integer> ready = new PriorityQueue<>();
    for (int i = 0; i < missing.length; i++) {
      if (missing[i] == 0) {
        ready.add(i);
      }
    }
    List<NodeProto> sorted = new ArrayList<>();
    while (!ready.isEmpty()) {
      int next = ready.remove();
      sorted.add(graph.getNode(next));
      for (int reader : readers.get(next)) {
        if (--missing[reader] == 0) {
          ready.add(reader);
        }
      }
    }
    check(
        sorted.size() == missing.length,
        "has nodes that wait for each other: " + waiting() + " are on a cycle or behind one.");
    return sorted;
  }

  private List<String> waiting() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < missing.length; i++) {
      if (missing[i] > 0) {
        names.add(name(i));
      }
    }
    return names;
  }

  private String name(int index) {
    return "'" + OnnxNode.name(graph.getNode(index)) + "'";
  }

  private void check(boolean condition, String reason) {
    if (!condition) {
      throw malformed.apply(reason);
    }
  }
}
