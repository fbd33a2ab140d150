package io.pelton.engine.plan.judge;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.CostFunction;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.NodeExtents;
import io.pelton.engine.kernel.Work;

/**
 * What a measurement is filed under.
 *
 * @param op label of the op
 * @param dtypes the binding key's signature
 * @param sizeClass nodes whose work is alike, see {@link #sizeClass}
 * @param device where it ran
 * @param machine what the backend's probe says of it, so that a file that moves to another machine
 *     is not believed there
 * @param source who registered the kernel
 * @param kernel the alternative's name
 * @param revision of the kernel
 */
record JudgeKey(
    String op,
    String dtypes,
    String sizeClass,
    String device,
    String machine,
    String source,
    String kernel,
    int revision) {

  static JudgeKey of(Device device, Graph graph, NodeId node, Alternative alternative) {
    return new JudgeKey(
        graph.op(node).label(),
        BindingKey.of(graph, node, device.backend().name()).signature(),
        sizeClass(CostFunction.BY_OP.work(NodeExtents.of(graph, node))),
        device.id().toString(),
        device.backend().description(),
        alternative.source(),
        alternative.name(),
        alternative.revision());
  }

  /** Powers of two between which operations and bytes lie. */
  static String sizeClass(Work work) {
    return "f" + bits(work.flops()) + "b" + bits(work.bytes());
  }

  private static int bits(long count) {
    return Long.SIZE - Long.numberOfLeadingZeros(count);
  }
}
