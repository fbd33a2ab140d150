package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.UnsupportedField;
import io.pelton.flink.model.LoadedTokenizers;
import io.pelton.flink.model.TaskManagerAccess;
import io.pelton.flink.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/** Encodes the rows of tables, one of whose fields is a text that feeds the model as tokens. */
@Internal
public final class TextEncoding extends RecordEncoding<RowData> {
  private static final long serialVersionUID = 1L;

  private final RowType type;
  private final TextSpec text;
  private final transient Tokenizer tokenizer;

  /**
   * @param text of the model that the rows are for
   */
  public TextEncoding(RowType type, TextSpec text) {
    this(type, text, null);
  }

  private TextEncoding(RowType type, TextSpec text, Tokenizer tokenizer) {
    this.type = type;
    this.text = text;
    this.tokenizer = tokenizer;
  }

  @Override
  public RecordEncoding<RowData> inTask(TaskManagerAccess access) {
    return with(
        LoadedTokenizers.INSTANCE.get(text.tokenizer(), access.loader(), access.cachedFiles()));
  }

  /** The same with its tokenizer at hand. */
  TextEncoding with(Tokenizer given) {
    return new TextEncoding(type, text, given);
  }

  @Override
  Schema fields(List<ModelInput> inputs, List<InputBinding> bindings) {
    checkColumn();
    List<String> others = new ArrayList<>(paths(bindings));
    others.removeAll(List.of(text.field(), text.types(), text.mask()));
    List<Field> fields = new ArrayList<>(RowDataLeaf.schema(type, others).getFields());
    fields.removeIf(field -> field.getName().equals(text.field()));
    for (int i = 0; i < inputs.size(); i++) {
      ModelInput input = inputs.get(i);
      bindings.get(i).columns().stream()
          .filter(this::isOfText)
          .map(column -> ArrayEncoding.lists(column, input.dtype()))
          .forEach(fields::add);
    }
    Schema schema = new Schema(fields);
    List<RowDataLeaf> leaves = RowDataLeaf.of(type);
    for (Field column : InputBinding.schema(inputs, bindings, schema).getFields()) {
      boolean isKnown = leaves.stream().anyMatch(leaf -> leaf.path().equals(column.getName()));
      if (isKnown && !isOfText(column.getName())) {
        writer(leaves, column);
      }
    }
    return schema;
  }

  private boolean isOfText(String column) {
    return column.equals(text.field()) || column.equals(text.types()) || column.equals(text.mask());
  }

  /**
   * @throws InvalidSetting where the rows have no such field of strings
   */
  public void checkColumn() {
    leaf();
  }

  private RowDataLeaf leaf() {
    List<RowDataLeaf> leaves = RowDataLeaf.of(type);
    return leaves.stream()
        .filter(leaf -> leaf.path().equals(text.field()))
        .filter(leaf -> leaf.type().isAnyOf(LogicalTypeRoot.CHAR, LogicalTypeRoot.VARCHAR))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSetting(
                    "tokenizer.column",
                    "a column of STRING",
                    "'" + text.field() + "' for the columns " + type.asSummaryString(),
                    "name the one with the text"));
  }

  @Override
  RecordEncoder<RowData> open(ArrowAllocator allocator, Schema wanted, int maxRows) {
    if (tokenizer == null) {
      throw new IllegalStateException("inTask(…) was not called");
    }
    List<RowDataLeaf> leaves = RowDataLeaf.of(type);
    TokenCells cells = new TokenCells(leaf(), text, tokenizer);
    List<CellWriter<RowData>> writers = new ArrayList<>();
    for (Field column : wanted.getFields()) {
      String name = column.getName();
      writers.add(isOfText(name) ? cells.writer(column) : writer(leaves, column));
    }
    int arity = type.getFieldCount();
    return new FieldEncoder<>(allocator, wanted, maxRows, writers) {
      @Override
      String contradiction(RowData row) {
        return RowDataEncoding.arity(row, arity);
      }

      @Override
      RowFailure refusal(RowData row) {
        RowFailure failure = super.refusal(row);
        return failure == null ? cells.read(row) : failure;
      }
    };
  }

  /** The writer of a field beside the text, whose values have to be cells of the column. */
  private static CellWriter<RowData> writer(List<RowDataLeaf> leaves, Field column) {
    RowDataLeaf leaf = RowDataLeaf.find(leaves, column.getName());
    return RowDataCells.of(leaf, column)
        .orElseThrow(
            () ->
                new UnsupportedField(
                    leaf.path(),
                    leaf.type().asSummaryString() + " beside a text that is tokenized",
                    List.of(
                        "integers", "FLOAT", "DOUBLE", "BOOLEAN", "STRING", "arrays of these")));
  }
}
