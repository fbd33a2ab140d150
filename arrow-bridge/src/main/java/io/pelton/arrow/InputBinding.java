package io.pelton.arrow;

import java.io.Serializable;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Which columns of a batch feed a model input, and what becomes of their nulls. A description,
 * which {@link BatchBinder} checks and carries out.
 */
public sealed interface InputBinding extends Serializable
    permits ColumnBinding, ColumnsBinding, MaskBinding {
  /** One column for an input of shape [N] or [N,1]. */
  static ColumnBinding column(String input, String column) {
    return new ColumnBinding(input, column, NullPolicy.standard());
  }

  /** F columns of numbers, or of strings, for an input of shape [N,F]. */
  static ColumnsBinding columns(String input, List<String> columns) {
    return new ColumnsBinding(input, columns, NullPolicy.standard());
  }

  /**
   * No column for an input [N,L] that is 1 where the lists beside it have an element and 0 where
   * they are padded: lists at another input that has the same second axis.
   */
  static MaskBinding mask(String input) {
    return new MaskBinding(input);
  }

  /**
   * A schema for rows to be collected in, under which these bindings need no conversion: every
   * bound column once, nullable, of the type of its input. A column that inputs of several types
   * share gets 64-bit floats, or 64-bit integers where all of them are integers.
   *
   * @throws UnsupportedType for an input of a dtype that Arrow has no column for
   * @throws BindingMismatch for a column bound to both strings and numbers
   */
  static Schema schema(List<ModelInput> inputs, List<? extends InputBinding> bindings) {
    return CollectedSchema.of(inputs, bindings, List.of());
  }

  /**
   * The same for rows some of whose fields are lists: the column of such a field holds lists of the
   * elements that its input takes. They are of one length where that of the input's rows is fixed,
   * so that the memory of a batch is the tensor; an input of shape [N,A,B] takes A times B elements
   * in row-major order.
   *
   * @param fields of the rows, as far as they are known; only whether they are lists matters
   */
  static Schema schema(
      List<ModelInput> inputs, List<? extends InputBinding> bindings, Schema fields) {
    return CollectedSchema.of(inputs, bindings, fields.getFields());
  }

  /** The name of the model input. */
  String input();

  /** Names of the columns in the order of the input's second axis. */
  List<String> columns();

  NullPolicy nulls();

  InputBinding withNulls(NullPolicy nulls);
}
