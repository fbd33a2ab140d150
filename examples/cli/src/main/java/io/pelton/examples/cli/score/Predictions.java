package io.pelton.examples.cli.score;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ModelOutput;
import io.pelton.arrow.OutputBinder;
import io.pelton.arrow.OutputBinding;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.examples.cli.console.BadRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Makes columns of a model's outputs: one for [N] and [N,1], K for [N,K], lists for more axes, maps
 * for mappings. Lengths that the model leaves open are those of the first batch.
 */
final class Predictions {
  private final OutputBinder binder;

  private Predictions(OutputBinder binder) {
    this.binder = binder;
  }

  /**
   * @param first outputs of the first batch
   * @param rows of that batch
   * @param beside the columns that the outputs will stand beside
   * @param prefix of the names of the columns
   * @throws BadRequest for an output without a row for every row of the batch, and for a column
   *     that has the name of another
   */
  static Predictions of(
      List<Port> outputs, List<Value> first, int rows, Schema beside, String prefix) {
    List<ModelOutput> declared = new ArrayList<>();
    List<OutputBinding> bindings = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      Port output = outputs.get(i);
      String column = prefix + output.name();
      if (first.get(i) instanceof Tensor tensor) {
        checkRows(output, tensor, rows);
        declared.add(ModelOutput.tensor(output.name(), tensor.dtype(), shape(tensor)));
        bindings.add(binding(output.name(), column, tensor.dims()));
      } else {
        declared.add(mappings(output));
        bindings.add(OutputBinding.map(output.name(), column));
      }
    }
    OutputBinder binder = OutputBinder.of(declared, bindings);
    checkNames(binder.schema(), beside);
    return new Predictions(binder);
  }

  private static void checkRows(Port output, Tensor tensor, int rows) {
    if (tensor.layout().rank() == 0 || tensor.layout().dim(0) != rows) {
      throw new BadRequest(
          "output '%s' has shape %s for a batch of %d rows: no value a row, so that it can't stand"
                  .formatted(output.name(), Arrays.toString(tensor.dims()), rows)
              + " beside the columns");
    }
  }

  private static Shape shape(Tensor tensor) {
    Extent[] extents = Arrays.stream(tensor.dims()).mapToObj(Extent::fixed).toArray(Extent[]::new);
    extents[0] = Extent.symbolic(new SymbolId("rows"));
    return Shape.of(extents);
  }

  private static OutputBinding binding(String output, String column, long[] dims) {
    if (dims.length > 2) {
      return OutputBinding.list(output, column);
    }
    if (dims.length == 1 || dims[1] == 1) {
      return OutputBinding.column(output, column);
    }
    return OutputBinding.columns(
        output,
        IntStream.range(0, Math.toIntExact(dims[1])).mapToObj(i -> column + "_" + i).toList());
  }

  private static ModelOutput mappings(Port output) {
    if (output.type() instanceof SequenceType sequence
        && sequence.element() instanceof MappingType mapping
        && mapping.value() instanceof TensorType value) {
      return ModelOutput.mappings(output.name(), mapping.key(), value.dtype());
    }
    throw new BadRequest("output " + output + " can't become a column");
  }

  private static void checkNames(Schema predicted, Schema beside) {
    Set<String> names = new HashSet<>();
    beside.getFields().forEach(field -> names.add(field.getName()));
    for (Field field : predicted.getFields()) {
      if (!names.add(field.getName())) {
        throw new BadRequest(
            "there would be two columns '%s'; give --prefix to tell the model's apart"
                .formatted(field.getName()));
      }
    }
  }

  /** The columns of a batch, which the caller owns. */
  ArrowBatch batch(ArrowAllocator allocator, List<Value> outputs) {
    return binder.batch(allocator, outputs);
  }
}
