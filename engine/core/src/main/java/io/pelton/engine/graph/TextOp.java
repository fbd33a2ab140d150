package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;

/** Ops on strings. */
public sealed interface TextOp extends Op {
  private static void checkText(Inference in, int operand) {
    in.check(
        in.dtype(operand) == DType.STRING,
        "operand " + operand + " should be STRING but is " + in.dtype(operand));
  }

  /** Joins the strings of two operands, which broadcast. */
  record StringConcat() implements TextOp {
    @Override
    public OpKind kind() {
      return OpKind.STRING_CONCAT;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      checkText(in, 0);
      checkText(in, 1);
      return List.of(DType.STRING);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(Broadcast.of(in, in.shape(0), in.shape(1)));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return ProductRule.haveRowsOf(in, 0, Math.max(in.shape(0).rank(), in.shape(1).rank()));
    }
  }

  /**
   * Whether each string as a whole matches, to BOOL.
   *
   * @param pattern of {@link java.util.regex.Pattern}
   */
  record RegexFullMatch(String pattern) implements TextOp {
    @Override
    public OpKind kind() {
      return OpKind.REGEX_FULL_MATCH;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      checkText(in, 0);
      return List.of(DType.BOOL);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(in.shape(0));
    }
  }

  /** What happens to letters. */
  enum CaseChange {
    NONE,
    LOWER,
    UPPER
  }

  /**
   * Leaves stop words out of [C] or [1, C] and changes the case of what stays. Slot 0: as long as
   * the operand, but not empty, with empty strings behind what stays; slot 1: I64 scalar, how many
   * stay, or 1, an empty string, where none does.
   *
   * @param ignoresCase of stop words and strings when they are compared
   * @param language whose rules change the case, as of {@link java.util.Locale#forLanguageTag}
   * @param count stands for the count once the node has run
   */
  record StringNormalizer(
      CaseChange change,
      boolean ignoresCase,
      String language,
      List<String> stopWords,
      SymbolId count)
      implements TextOp {
    public StringNormalizer {
      stopWords = List.copyOf(stopWords);
      Objects.requireNonNull(count);
    }

    @Override
    public OpKind kind() {
      return OpKind.STRING_NORMALIZER;
    }

    @Override
    public Map<Integer, SymbolId> produces() {
      return Map.of(1, count);
    }

    @Override
    public List<DType> dtypes(Inference in) {
      checkText(in, 0);
      return List.of(DType.STRING, DType.I64);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      boolean isRow = x.rank() == 2 && (!x.extent(0).isFixed() || x.extent(0).max() == 1);
      in.check(x.rank() == 1 || isRow, "the input should be [C] or [1, C] but is " + x);
      Extent length = x.extent(x.rank() - 1);
      Extent capacity =
          length.isFixed()
              ? Extent.fixed(Math.max(length.max(), 1))
              : in.unknown(Math.max(length.max(), 1));
      return List.of(
          x.rank() == 1 ? Shape.of(capacity) : Shape.of(Extent.fixed(1), capacity), Shape.scalar());
    }

    @Override
    public boolean isRowwise(Inference in) {
      return false;
    }
  }

  /**
   * How strings are split: at every delimiter, or at runs of whitespace, which don't count at
   * either end, where the delimiter is empty.
   *
   * @param most splits of a string at most, counted from its start
   */
  record Splitting(String delimiter, long most) {}

  /**
   * Into how many parts each string is split. Slot 0: I64, one count a string; slot 1: I64 scalar,
   * the largest of them, or 0.
   *
   * @param width stands for the largest count once the node has run
   */
  record StringSplitCounts(Splitting splitting, SymbolId width) implements TextOp {
    public StringSplitCounts {
      Objects.requireNonNull(width);
    }

    @Override
    public OpKind kind() {
      return OpKind.STRING_SPLIT_COUNTS;
    }

    @Override
    public Map<Integer, SymbolId> produces() {
      return Map.of(1, width);
    }

    @Override
    public List<DType> dtypes(Inference in) {
      checkText(in, 0);
      return List.of(DType.I64, DType.I64);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(in.shape(0), Shape.scalar());
    }

    @Override
    public boolean isRowwise(Inference in) {
      return false;
    }
  }

  /**
   * The parts of each string, on one more axis, with empty strings behind the last one.
   *
   * @param width length of that axis; parts beyond it are left out
   */
  record StringSplit(Splitting splitting, Extent width) implements TextOp {
    @Override
    public OpKind kind() {
      return OpKind.STRING_SPLIT;
    }

    @Override
    public List<Extent> symbolicExtents() {
      return width.isFixed() ? List.of() : List.of(width);
    }

    @Override
    public Op bind(Function<SymbolId, OptionalLong> lengths) {
      OptionalLong length = width.isFixed() ? OptionalLong.empty() : lengths.apply(width.symbol());
      return length.isPresent()
          ? new StringSplit(splitting, Extent.fixed(length.getAsLong()))
          : this;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      checkText(in, 0);
      return List.of(DType.STRING);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      List<Extent> extents = new ArrayList<>(in.shape(0).extents());
      extents.add(width);
      return List.of(Shape.of(extents));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return in.shape(0).rank() > 0;
    }
  }

  /**
   * TfIdfVectorizer: counts n-grams in [C] or [N, C], to F32.
   *
   * @param ngrams what is counted, and where
   * @param skips elements left out between those of an n-gram at most
   * @param minLength of n-grams
   * @param maxLength of n-grams
   */
  record TfIdf(NgramPool ngrams, Weighting weighting, long skips, int minLength, int maxLength)
      implements TextOp {
    /** What becomes of a count. */
    public enum Weighting {
      /** It stays. */
      TF,
      /** The weight, where it is not 0. */
      IDF,
      /** It is multiplied by the weight. */
      TFIDF
    }

    @Override
    public OpKind kind() {
      return OpKind.TF_IDF;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      boolean isText = ngrams.isText();
      in.check(
          isText ? dtype == DType.STRING : dtype == DType.I64 || dtype == DType.I32,
          "the input should be " + (isText ? "STRING" : "I64 or I32") + " but is " + dtype);
      return List.of(DType.F32);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      in.check(x.rank() <= 2, "the input should be [C] or [N, C] but is " + x);
      Extent columns = Extent.fixed(ngrams.columns());
      return List.of(x.rank() == 2 ? Shape.of(x.extent(0), columns) : Shape.of(columns));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return FeatureMatrix.isMatrix(in);
    }
  }
}
