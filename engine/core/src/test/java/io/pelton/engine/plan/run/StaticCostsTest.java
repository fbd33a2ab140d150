package io.pelton.engine.plan.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.kernel.DeviceRuntime;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.TransferPrice;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.testing.Relus;
import java.util.List;
import org.junit.jupiter.api.Test;

class StaticCostsTest {
  private static final DeviceModel MODEL = new DeviceModel(1e9, 2e9, 30);
  private static final DeviceId HOST = DeviceId.first("cpu");
  private static final DeviceId OTHER = DeviceId.first("other");
  private static final SymbolId ROWS = new SymbolId("rows");

  private static final class NoMemory implements DeviceRuntime {
    @Override
    public DeviceMemory allocate(long bytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void copy(Storage from, long fromElement, Storage to, long toElement, long elements) {
      throw new UnsupportedOperationException();
    }
  }

  private final Devices devices =
      Devices.of(Device.host(Relus.backend("cpu"), MODEL))
          .with(Device.withMemory(Relus.backend("other"), 0, new NoMemory(), MODEL));
  private final Graph graph = new Graph();

  private ValueId input(String name, Shape shape) {
    return graph.input(name, ValueType.tensor(DType.F32, shape));
  }

  private ValueId relu(ValueId of) {
    return graph.apply("relu", new ElementwiseOp.Unary(OpKind.RELU), of);
  }

  private StaticCosts costs(Devices of) {
    return new StaticCosts(graph, new PlanContext(of, PlanOptions.asStamped()));
  }

  private double nanos(ValueId value) {
    return costs(devices).nanos(value.node());
  }

  @Test
  void aNodeTakesItsRooflineTime() {
    assertThat(nanos(relu(input("x", Shape.fixed(1000))))).isCloseTo(30 + 4000, within(1e-6));
  }

  @Test
  void lengthsThatAreNotKnownCountAsAMicroBatch() {
    SymbolId length = new SymbolId("length");
    ValueId free = input("free", Shape.of(Extent.symbolic(length), Extent.fixed(10)));
    assertThat(nanos(relu(free))).isCloseTo(30 + 64 * 10 * 8 / 2.0, within(1e-6));
    ValueId small = input("small", Shape.of(Extent.symbolic(new SymbolId("small"), 8)));
    assertThat(nanos(relu(small))).isCloseTo(30 + 8 * 8 / 2.0, within(1e-6));
    graph.markRows(ROWS);
    ValueId batch = input("batch", Shape.of(Extent.symbolic(ROWS, 8), Extent.fixed(10)));
    assertThat(nanos(relu(batch))).isCloseTo(30 + 64 * 10 * 8 / 2.0, within(1e-6));
    assertThat(nanos(relu(input("any", Shape.UNRANKED)))).isEqualTo(30);
  }

  @Test
  void aMoveCostsWhatTheReaderReads() {
    Devices priced = devices.withPrice(HOST, OTHER, new TransferPrice(100, 1e9));
    ValueId a = relu(input("x", Shape.fixed(1000)));
    ValueId b = graph.apply("b", new ElementwiseOp.Binary(OpKind.ADD), a, a);
    graph.place(b.node(), OTHER);
    assertThat(costs(priced).moveNanos(a.node(), b.node())).isCloseTo(4100, within(1e-6));
    assertThat(costs(devices).moveNanos(a.node(), b.node()))
        .isEqualTo(StaticCosts.UNPRICED.nanos(4000))
        .isGreaterThan(4100);
  }

  @Test
  void nothingIsMovedForPlanOperandsAndControlEdges() {
    ValueId a = relu(input("x", Shape.fixed(4)));
    ValueId shape = graph.apply("shape", new ShapeOp.ShapeOf(0, 1), a);
    ValueId b = graph.apply("b", new ViewOp.Reshape(false), relu(a), shape);
    graph.orderAfter(b.node(), a.node());
    graph.place(b.node(), OTHER);
    assertThat(costs(devices).moveNanos(shape.node(), b.node())).isZero();
    assertThat(costs(devices).moveNanos(a.node(), b.node())).isZero();
  }

  @Test
  void viewsAreWhereTheyLookAt() {
    ValueId x = input("x", Shape.fixed(2, 2));
    ValueId there = relu(x);
    graph.place(there.node(), OTHER);
    ValueId view = graph.apply("view", new ViewOp.Transpose(List.of()), there);
    for (int i = 0; i < 30_000; i++) {
      view = graph.apply("view", new ElementwiseOp.Identity(), view);
    }
    ValueId back = graph.apply("back", new MutationOp.Move(HOST), view);
    ValueId copy = graph.apply("copy", new ShapeOp.Copy(), view);
    ValueId stamped = graph.apply("stamped", new ViewOp.Transpose(List.of()), x);
    graph.stamp(stamped.node(), "other");
    StaticCosts costs = costs(devices);
    assertThat(costs.device(view.node())).isEqualTo(OTHER);
    assertThat(costs.device(back.node())).isEqualTo(HOST);
    assertThat(costs.device(copy.node())).isEqualTo(OTHER);
    assertThat(costs.device(stamped.node())).isEqualTo(OTHER);
    assertThat(costs.device(x.node())).isEqualTo(HOST);
  }
}
