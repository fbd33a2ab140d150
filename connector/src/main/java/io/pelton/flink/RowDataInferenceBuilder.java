package io.pelton.flink;

import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.model.ModelLocation;
import io.pelton.flink.model.TokenizerSpec;
import io.pelton.flink.operator.RecordEncoding;
import io.pelton.flink.operator.RowDataEncoding;
import io.pelton.flink.operator.TextEncoding;
import io.pelton.flink.operator.TextScoring;
import io.pelton.flink.operator.TextSpec;
import java.util.Optional;
import java.util.function.Function;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataTypeQueryable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Settings of an inference on the rows of tables; made by {@link Inference#rowData}. */
@PublicEvolving
public final class RowDataInferenceBuilder
    extends RecordInferenceBuilder<RowData, RowDataInferenceBuilder> {
  private static final String RESOURCE = "classpath:";

  private RowType rowType;
  private TextSpec text;

  RowDataInferenceBuilder() {}

  @Override
  RowDataInferenceBuilder self() {
    return this;
  }

  /**
   * The fields of the rows, for streams whose type does not say them. Where it does, this may give
   * them other names, but no other types.
   */
  public RowDataInferenceBuilder rowType(RowType type) {
    rowType = InvalidSetting.given("rowType", type);
    return this;
  }

  /**
   * Feeds a model of language with the tokens of a text: its inputs {@code input_ids}, {@code
   * attention_mask} and {@code token_type_ids}, as far as it has them. A text that is null goes by
   * {@link #nulls(io.pelton.arrow.NullPolicy)}, which may give a default text; an empty one is a
   * text.
   *
   * @param field of strings
   * @param uri of the model's {@code tokenizer.json} for Flink's file systems, or {@code
   *     classpath:} and the name of a resource
   * @param maxLength the most tokens of a text, special ones included
   * @param longer {@link Truncation#FIRST} to cut longer texts where the tokenizer does, {@link
   *     Truncation#REFUSE} not to score them
   */
  public RowDataInferenceBuilder tokenizer(
      String field, String uri, int maxLength, Truncation longer) {
    InvalidSetting.named("tokenizer", uri);
    ModelLocation location =
        uri.startsWith(RESOURCE)
            ? new ModelLocation.Resource(uri.substring(RESOURCE.length()))
            : new ModelLocation.FilePath(uri);
    text =
        TextSpec.of(field, new TokenizerSpec(location, null))
            .withMaxLength(maxLength, InvalidSetting.given("truncation", longer));
    return this;
  }

  /**
   * Checks everything that can be checked before the stream is known.
   *
   * @throws io.pelton.engine.error.PeltonException naming the setting and its rule, or what is
   *     wrong with the model
   */
  public RecordInference<RowData> build() {
    Scoring<RowData> plain = scoring();
    return text == null ? build(plain, RowDataEncoding::new) : build(plain, text);
  }

  private RecordInference<RowData> build(Scoring<RowData> plain, TextSpec wanted) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    TextScoring<RowData> known = TextScoring.of(plain.spec(), wanted, plain.inputs(), loader);
    Scoring<RowData> scoring = new Scoring<>(known.spec(), plain.inputs(), plain.outputs());
    return build(scoring, fields -> new TextEncoding(fields, known.text()));
  }

  private RecordInference<RowData> build(
      Scoring<RowData> scoring, Function<RowType, RecordEncoding<RowData>> encodings) {
    RowType given = rowType;
    if (given != null) {
      scoring.check(encodings.apply(given));
    }
    return new RecordInference<>(scoring, type -> encodings.apply(fields(given, type)));
  }

  private static RowType fields(RowType given, TypeInformation<RowData> stream) {
    Optional<RowType> known = known(stream);
    if (given == null) {
      return known.orElseThrow(
          () ->
              new InvalidSetting(
                  "the stream's type",
                  "rows with named and typed fields",
                  String.valueOf(stream),
                  "call rowType(…), or .returns(InternalTypeInfo.of(rowType)) on the stream"));
    }
    known.filter(type -> !sameTypes(type, given)).ifPresent(type -> refuse(given, type));
    return given;
  }

  private static Optional<RowType> known(TypeInformation<RowData> stream) {
    return stream instanceof DataTypeQueryable typed
            && typed.getDataType().getLogicalType() instanceof RowType rows
        ? Optional.of(rows)
        : Optional.empty();
  }

  private static boolean sameTypes(RowType one, RowType other) {
    return one.getChildren().stream()
        .map(RowDataInferenceBuilder::nullable)
        .toList()
        .equals(other.getChildren().stream().map(RowDataInferenceBuilder::nullable).toList());
  }

  private static LogicalType nullable(LogicalType type) {
    return type.copy(true);
  }

  private static void refuse(RowType given, RowType found) {
    throw new InvalidSetting(
        "rowType",
        "the types of the stream, " + found.asSummaryString(),
        given.asSummaryString(),
        "give the fields these types, or leave the setting out");
  }
}
