package io.pelton.cuda.kernel.elementwise;

import io.pelton.cuda.kernel.FoldedAxes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A launch of a function that computes each element of the output from the operands' elements at
 * its place. There are two of it: {@code NAME_DTYPE} goes through operands without gaps, some
 * elements a thread, and {@code NAME_strided_DTYPE} finds those of any strides. Built once.
 */
final class Mapping {
  private final NodeSpec node;
  private final String module;
  private final Operand out;
  private final List<Operand> broadcast = new ArrayList<>();
  private final List<Operand> single = new ArrayList<>();
  private UnaryOperator<LaunchBuilder> attributes = UnaryOperator.identity();

  /**
   * @param out contiguous
   */
  Mapping(NodeSpec node, String module, Operand out) {
    this.node = node;
    this.module = module;
    this.out = out;
  }

  /** Operands that are broadcast to the output. */
  Mapping of(Operand... operands) {
    broadcast.addAll(Arrays.asList(operands));
    return this;
  }

  /** An operand of one element; null where it is absent. */
  Mapping bound(Operand operand) {
    single.add(operand);
    return this;
  }

  /** Parameters that stand after the extent. */
  Mapping with(UnaryOperator<LaunchBuilder> parameters) {
    this.attributes = parameters;
    return this;
  }

  /**
   * The launch of the function that goes through these operands fastest.
   *
   * @param suffix how the names of both functions end
   * @param together elements that a thread takes where operands have no gaps
   */
  Call call(String name, String suffix, int together) {
    FoldedAxes axes = axes();
    if (!isFlat(axes)) {
      return strided(name + "_strided" + suffix, axes);
    }
    long elements = axes.elements();
    LaunchBuilder launch = begin(name + suffix, elements);
    if (broadcast.size() > 1) {
      launch.i32(singles(axes));
    }
    return launch.over(Geometry.threads((elements + together - 1) / together));
  }

  /**
   * The launch of a function that takes operands of any strides, where there is no other.
   *
   * @param name the whole
   */
  Call strided(String name) {
    return strided(name, axes());
  }

  private Call strided(String name, FoldedAxes axes) {
    long elements = axes.elements();
    LaunchBuilder launch = begin(name, elements).i32(axes.rank()).axes(axes.dims());
    for (int operand = 0; operand < broadcast.size(); operand++) {
      launch.axes(axes.strides(operand));
    }
    return launch.over(Geometry.threads(elements));
  }

  private FoldedAxes axes() {
    return FoldedAxes.of(
        out.layout().dims(), broadcast.stream().map(Operand::layout).toArray(Layout[]::new));
  }

  private LaunchBuilder begin(String function, long elements) {
    LaunchBuilder launch = new LaunchBuilder(node, module, function);
    broadcast.forEach(launch::pointer);
    single.forEach(launch::pointer);
    return attributes.apply(launch.pointer(out).extent(elements));
  }

  private boolean isFlat(FoldedAxes axes) {
    for (int operand = 0; operand < broadcast.size(); operand++) {
      boolean isRepeated = broadcast.size() > 1 && axes.isSingle(operand);
      if (!axes.isContiguous(operand) && !isRepeated) {
        return false;
      }
    }
    return true;
  }

  /** One bit for each operand whose only element is repeated. */
  private int singles(FoldedAxes axes) {
    int bits = 0;
    for (int operand = 0; operand < broadcast.size(); operand++) {
      bits |= axes.isContiguous(operand) ? 0 : 1 << operand;
    }
    return bits;
  }
}
