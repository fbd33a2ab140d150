package io.pelton.engine.plan.explain;

import io.pelton.engine.plan.explain.PlanPage.Edge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Places nodes in layers: each below all that it reads, as high as that allows. An edge that passes
 * layers gets a place in each, so that it runs between boxes. Places within a layer are sorted by
 * the mean of their neighbours' a few times, downwards and upwards, which removes most crossings.
 */
final class GraphLayout {
  /** Longer edges are drawn straight. */
  private static final int LONGEST_ROUTED = 40;

  private static final int SWEEPS = 8;

  /** A node's, or an edge's on its way through a layer. */
  static final class Place {
    private final int layer;
    private final double width;
    private final List<Place> above = new ArrayList<>();
    private final List<Place> below = new ArrayList<>();
    private double x;

    private Place(int layer, double width) {
      this.layer = layer;
      this.width = width;
    }

    int layer() {
      return layer;
    }

    /** The middle. */
    double x() {
      return x;
    }
  }

  private final double boxWidth;
  private final double gap;
  private final Place[] nodes;
  private final List<List<Place>> layers = new ArrayList<>();
  private final List<List<Place>> routes = new ArrayList<>();

  /**
   * @param count of nodes
   * @param edges from lower to higher indices
   */
  GraphLayout(int count, List<Edge> edges, double boxWidth, double gap) {
    this.boxWidth = boxWidth;
    this.gap = gap;
    this.nodes = new Place[count];
    int[] layerOf = layersOf(count, edges);
    for (int node = 0; node < count; node++) {
      nodes[node] = add(layerOf[node], boxWidth);
    }
    edges.forEach(edge -> routes.add(route(nodes[edge.from()], nodes[edge.to()])));
    layers.forEach(this::spread);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      sort(sweep % 2 == 0);
    }
  }

  private static int[] layersOf(int count, List<Edge> edges) {
    List<List<Integer>> readers = new ArrayList<>();
    int[] readCount = new int[count];
    for (int node = 0; node < count; node++) {
      readers.add(new ArrayList<>());
    }
    for (Edge edge : edges) {
      if (edge.from() >= edge.to()) {
        throw new IllegalArgumentException("node " + edge.to() + " reads a later node: " + edge);
      }
      readers.get(edge.from()).add(edge.to());
      readCount[edge.to()]++;
    }
    int[] layer = new int[count];
    for (int node = 0; node < count; node++) {
      for (int reader : readers.get(node)) {
        layer[reader] = Math.max(layer[reader], layer[node] + 1);
      }
    }
    for (int node = count - 1; node >= 0; node--) {
      if (readCount[node] == 0 && !readers.get(node).isEmpty()) {
        layer[node] =
            readers.get(node).stream().mapToInt(reader -> layer[reader] - 1).min().orElseThrow();
      }
    }
    return layer;
  }

  private Place add(int layer, double width) {
    while (layers.size() <= layer) {
      layers.add(new ArrayList<>());
    }
    Place place = new Place(layer, width);
    layers.get(layer).add(place);
    return place;
  }

  private List<Place> route(Place from, Place to) {
    List<Place> route = new ArrayList<>(List.of(from));
    if (to.layer - from.layer <= LONGEST_ROUTED) {
      for (int layer = from.layer + 1; layer < to.layer; layer++) {
        route.add(add(layer, gap));
      }
      route.add(to);
      for (int i = 1; i < route.size(); i++) {
        route.get(i - 1).below.add(route.get(i));
        route.get(i).above.add(route.get(i - 1));
      }
    } else {
      route.add(to);
    }
    return route;
  }

  private void sort(boolean downwards) {
    for (int i = 0; i < layers.size(); i++) {
      List<Place> layer = layers.get(downwards ? i : layers.size() - 1 - i);
      double[] means = new double[layer.size()];
      Integer[] order = new Integer[layer.size()];
      for (int at = 0; at < order.length; at++) {
        Place place = layer.get(at);
        means[at] =
            (downwards ? place.above : place.below)
                .stream().mapToDouble(Place::x).average().orElse(place.x);
        order[at] = at;
      }
      Arrays.sort(order, Comparator.comparingDouble(at -> means[at]));
      List<Place> sorted = Arrays.stream(order).map(layer::get).toList();
      layer.clear();
      layer.addAll(sorted);
      spread(layer);
    }
  }

  /** Side by side around the middle. */
  private void spread(List<Place> layer) {
    double x = -layer.stream().mapToDouble(place -> place.width + gap).sum() / 2;
    for (Place place : layer) {
      x += gap / 2;
      place.x = x + place.width / 2;
      x += place.width + gap / 2;
    }
  }

  Place node(int index) {
    return nodes[index];
  }

  /** The places through which an edge runs, by the index of the edge. */
  List<Place> route(int edge) {
    return routes.get(edge);
  }

  int layers() {
    return layers.size();
  }

  /** How far the outermost boxes reach to each side of the middle. */
  double halfWidth() {
    double most = boxWidth / 2;
    for (List<Place> layer : layers) {
      for (Place place : layer) {
        most = Math.max(most, Math.abs(place.x) + place.width / 2);
      }
    }
    return most;
  }
}
