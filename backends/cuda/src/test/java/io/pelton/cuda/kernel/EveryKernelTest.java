package io.pelton.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.kernel.RowExample;
import io.pelton.cpu.kernel.RowExamples;
import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.ExtentNode;
import io.pelton.cpu.testing.Padding;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.DeviceNode;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Every kernel computes the rows that are active as the CPU does, and neither reads nor writes what
 * lies beyond them.
 */
@ExtendWith(OnEmulatedDriver.class)
class EveryKernelTest {
  private static final int ROWS = RowExample.ROWS;

  private static final ExtentNode.Place THERE =
      (alternative, op, inference, bound, rows, in, out) ->
          DeviceNode.run(Cuda.device(), alternative, op, inference, bound, rows, in, out);

  @Test
  void everyKernelComputesActiveRowsAlone() {
    BindingTable table = Cuda.device().backend().table();
    List<BindingKey> tried = new ArrayList<>();
    for (BindingKey key : table.keys()) {
      BindingKey onHost = new BindingKey(key.kind(), key.inputs(), key.outputs(), "cpu");
      for (RowExample example : RowExamples.of(onHost)) {
        for (Alternative alternative : table.lookup(key)) {
          assertThat(alternative.can(Capability.ACTIVE_EXTENT)).as(key.toString()).isTrue();
          for (int active : new int[] {ROWS, 1, 4, 0, ROWS - 1}) {
            check(example, Cpu.BACKEND.table().lookup(onHost).get(0), alternative, active);
          }
        }
        tried.add(key);
      }
    }
    assertThat(tried).isNotEmpty();
  }

  private static void check(
      RowExample example, Alternative onHost, Alternative alternative, int active) {
    ExtentNode bucket = example.node(ROWS);
    List<Tensor> expected = bucket.run(onHost, active, Padding.POISON);
    for (Padding padding : new Padding[] {Padding.POISON, Padding.ZEROS}) {
      List<Tensor> found = bucket.run(THERE, alternative, active, padding);
      for (int slot = 0; slot < found.size(); slot++) {
        String what =
            "%s of %s, output %d, %d rows, %s"
                .formatted(alternative.name(), example, slot, active, padding);
        Tensor output = found.get(slot);
        Twins.assertAlike(
            what,
            alternative.precision(),
            firstRows(expected.get(slot), active),
            firstRows(output, active));
        assertThat(ExtentNode.rows(output, active, bucket.end(slot, active, padding)))
            .as(what)
            .isEqualTo(bucket.untouched(slot, active, padding));
      }
    }
  }

  private static Tensor firstRows(Tensor tensor, int rows) {
    long[] dims = tensor.dims();
    dims[0] = rows;
    return new Tensor(
        tensor.storage(), Layout.of(dims, tensor.layout().strides(), tensor.layout().offset()));
  }
}
