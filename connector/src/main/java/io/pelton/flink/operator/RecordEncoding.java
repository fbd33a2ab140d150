package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.model.TaskManagerAccess;
import java.io.Serializable;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** How the records of a stream become batches: what travels to the slots of an encoder. */
@Internal
public abstract sealed class RecordEncoding<T> implements Serializable
    permits RowEncoding,
        AvroEncoding,
        RowDataEncoding,
        TextEncoding,
        PojoEncoding,
        ArrayEncoding,
        FunctionEncoding {
  private static final long serialVersionUID = 1L;

  RecordEncoding() {}

  /**
   * Holds the fields of the records against what the model takes.
   *
   * @param ports the model's inputs
   * @throws io.pelton.engine.error.PeltonException naming the field and the rule that it breaks
   */
  public final void check(List<Port> ports, ScoringSpec<?> spec) {
    List<ModelInput> inputs = InputRules.modelInputs(ports, spec.batch().maxRows());
    checked(inputs, spec.inputs().bindings(ports));
  }

  /** The columns in which records are collected, after a {@link #check}. */
  final Schema collected(List<ModelInput> inputs, List<InputBinding> bindings) {
    return InputBinding.schema(inputs, bindings, checked(inputs, bindings));
  }

  private Schema checked(List<ModelInput> inputs, List<InputBinding> bindings) {
    Schema fields = fields(inputs, bindings);
    BatchBinder.of(fields, inputs, bindings);
    return fields;
  }

  /** Names or paths of all fields that feed inputs. */
  static List<String> paths(List<InputBinding> bindings) {
    return bindings.stream().flatMap(binding -> binding.columns().stream()).distinct().toList();
  }

  /**
   * The fields of the records as columns: those that are bound, and others as far as a column can
   * hold them.
   *
   * @throws io.pelton.engine.error.PeltonException naming a bound field that no column can hold
   */
  abstract Schema fields(List<ModelInput> inputs, List<InputBinding> bindings);

  /**
   * The encoding with what it needs of a task, which {@link #open} is then called on there.
   *
   * @throws io.pelton.engine.error.PeltonException when it can't be had
   */
  public RecordEncoding<T> inTask(TaskManagerAccess access) {
    return this;
  }

  /**
   * @param wanted the columns, named like fields, in the types that the model takes
   */
  abstract RecordEncoder<T> open(ArrowAllocator allocator, Schema wanted, int maxRows);

  /**
   * What copies records that others may use again.
   *
   * @param serializer of the stream
   */
  UnaryOperator<T> copier(TypeSerializer<T> serializer) {
    return serializer::copy;
  }
}
