package io.pelton.cpu.kernel.index;

import io.pelton.cpu.block.FloatBlocks;
import io.pelton.cpu.block.LongBlocks;
import io.pelton.engine.graph.IndexOp.SelectBoxes;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.Arrays;

/** Takes boxes of each class from the highest score down, unless they overlap one taken before. */
final class SelectBoxesCall implements Call {
  private final NodeSpec node;
  private final int batches;
  private final int classes;
  private final int boxes;
  private final FloatBlocks corners;
  private final FloatBlocks scores;
  private final LongBlocks most;
  private final FloatBlocks overlap;
  private final FloatBlocks least;
  private final Operand selected;
  private final Operand count;
  private final BoxOverlap boxOverlap;
  private final IndexSort sort;
  private final IndexSort.Order order = this::compare;
  private final int[] taken;
  private int found;

  SelectBoxesCall(NodeSpec node, Operand[] in, Operand[] out) {
    this.node = node;
    this.batches = Math.toIntExact(in[1].layout().dim(0));
    this.classes = Math.toIntExact(in[1].layout().dim(1));
    this.boxes = Math.toIntExact(in[1].layout().dim(2));
    this.corners = FloatBlocks.of(in[0], in[0].layout(), Math.max(1, 4 * boxes));
    this.scores = FloatBlocks.of(in[1], in[1].layout(), Math.max(1, boxes));
    this.most = in.length > 2 && in[2] != null ? LongBlocks.of(in[2], in[2].layout(), 1) : null;
    this.overlap = number(in, 3);
    this.least = number(in, 4);
    this.selected = out[0];
    this.count = out[1];
    this.boxOverlap = new BoxOverlap(((SelectBoxes) node.op()).centered());
    this.sort = new IndexSort(boxes);
    this.taken = new int[boxes];
  }

  private static FloatBlocks number(Operand[] in, int operand) {
    return in.length > operand && in[operand] != null
        ? FloatBlocks.of(in[operand], in[operand].layout(), 1)
        : null;
  }

  @Override
  public void run(int activeRows) {
    int limit = limit();
    float threshold = threshold();
    found = 0;
    for (int batch = 0; limit > 0 && batch < batches; batch++) {
      corners.read(batch * boxes * 4, boxes * 4);
      boxOverlap.open(corners.array(), corners.at(), threshold);
      for (int label = 0; label < classes; label++) {
        select(batch, label, limit);
      }
    }
    int base = selected.base();
    int end = base + Math.toIntExact(selected.layout().elements());
    Arrays.fill(selected.longs(), base + 3 * found, end, 0);
    count.longs()[count.base()] = found;
  }

  private int limit() {
    if (most == null || boxes == 0) {
      return 0;
    }
    most.read(0, 1);
    return (int) Math.min(boxes, most.array()[most.at()]);
  }

  private float threshold() {
    if (overlap == null) {
      return 0;
    }
    overlap.read(0, 1);
    float threshold = overlap.array()[overlap.at()];
    if (!(threshold >= 0 && threshold <= 1)) {
      throw node.invalid(-1, "the overlap " + threshold + " is outside of [0, 1]");
    }
    return threshold;
  }

  private void select(int batch, int label, int limit) {
    scores.read((batch * classes + label) * boxes, boxes);
    int candidates = candidates(scores.array(), scores.at());
    sort.sort(candidates, order);
    int[] sorted = sort.indices();
    int count = 0;
    for (int i = 0; i < candidates && count < limit; i++) {
      if (isApart(sorted[i], count)) {
        taken[count++] = sorted[i];
        write(batch, label, sorted[i]);
      }
    }
  }

  private int candidates(float[] score, int at) {
    int[] indices = sort.indices();
    float above = 0;
    if (least != null) {
      least.read(0, 1);
      above = least.array()[least.at()];
    }
    int candidates = 0;
    for (int box = 0; box < boxes; box++) {
      if (least == null || score[at + box] > above) {
        indices[candidates++] = box;
      }
    }
    return candidates;
  }

  /** By descending score; NaN comes last. */
  private int compare(int leftBox, int rightBox) {
    float left = scores.array()[scores.at() + leftBox];
    float right = scores.array()[scores.at() + rightBox];
    if (left == right) {
      return 0;
    }
    return left > right
        ? -1
        : left < right ? 1 : Boolean.compare(Float.isNaN(left), Float.isNaN(right));
  }

  private boolean isApart(int box, int count) {
    for (int i = 0; i < count; i++) {
      if (boxOverlap.isAbove(box, taken[i])) {
        return false;
      }
    }
    return true;
  }

  private void write(long batch, long label, long box) {
    long[] target = selected.longs();
    int at = selected.base() + 3 * found++;
    target[at] = batch;
    target[at + 1] = label;
    target[at + 2] = box;
  }
}
