package io.pelton.flink.operator;

import io.pelton.arrow.ModelOutput;
import io.pelton.arrow.OutputBinder;
import io.pelton.arrow.OutputBinding;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.UnsupportedOutput;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;

/** A model's outputs as columns. */
@Internal
public final class ArrowOutputs {
  private ArrowOutputs() {}

  /**
   * @param bindings empty for all outputs under their own names
   * @throws io.pelton.arrow.OutputMismatch for a binding that does not suit its output
   */
  public static OutputBinder binder(List<Port> ports, List<OutputBinding> bindings) {
    return OutputBinder.of(
        ports.stream().map(ArrowOutputs::output).toList(),
        bindings.isEmpty()
            ? ports.stream().map(port -> OutputBinding.standard(port.name())).toList()
            : bindings);
  }

  private static ModelOutput output(Port port) {
    if (port.type() instanceof TensorType tensor) {
      return ModelOutput.tensor(port.name(), tensor.dtype(), tensor.shape());
    }
    if (port.type() instanceof SequenceType sequence
        && sequence.element() instanceof MappingType mapping
        && mapping.value() instanceof TensorType value) {
      return ModelOutput.mappings(port.name(), mapping.key(), value.dtype());
    }
    throw new UnsupportedOutput(
        port.name(), port.type().toString(), "is neither a tensor nor a sequence of maps");
  }

  /**
   * @throws InvalidSetting when an output would come out under the name of a column there is
   */
  public static void checkNames(Schema columns, Schema outputs) {
    Set<String> taken =
        columns.getFields().stream().map(Field::getName).collect(Collectors.toSet());
    for (Field output : outputs.getFields()) {
      if (!taken.add(output.getName())) {
        throw new InvalidSetting(
            "output",
            "a name that no other column has",
            "'" + output.getName() + "'",
            "choose another with output(…)");
      }
    }
  }
}
