package io.pelton.cpu.kernel.conv;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A random convolution over one to three axes; sometimes without images or kernels. */
public final class ConvCase {
  private final RandomTensors tensors;
  private final Window window;
  private final int group;
  private final long[] x;
  private final long[] w;

  public ConvCase(long seed) {
    tensors = new RandomTensors(seed);
    Random random = tensors.random();
    int axes = 1 + random.nextInt(3);
    group = 1 + random.nextInt(3);
    int channels = 1 + random.nextInt(3);
    x = new long[axes + 2];
    w = new long[axes + 2];
    x[0] = random.nextInt(4);
    x[1] = (long) channels * group;
    w[0] = (long) random.nextInt(3) * group;
    w[1] = channels;
    List<List<Integer>> parts = new ArrayList<>();
    for (int part = 0; part < 4; part++) {
      parts.add(new ArrayList<>());
    }
    for (int axis = 0; axis < axes; axis++) {
      int kernel = 1 + random.nextInt(3);
      int dilation = 1 + random.nextInt(2);
      int before = random.nextInt(4);
      int after = random.nextInt(3);
      int reach = (kernel - 1) * dilation + 1;
      w[axis + 2] = kernel;
      x[axis + 2] = Math.max(reach - before - after, 0) + (long) random.nextInt(5);
      parts.get(0).add(1 + random.nextInt(3));
      parts.get(1).add(before);
      parts.get(2).add(after);
      parts.get(3).add(dilation);
    }
    window = new Window(parts.get(0), parts.get(1), parts.get(2), parts.get(3));
  }

  public RandomTensors tensors() {
    return tensors;
  }

  public Window window() {
    return window;
  }

  public int group() {
    return group;
  }

  public long[] x() {
    return x.clone();
  }

  public long[] w() {
    return w.clone();
  }
}
