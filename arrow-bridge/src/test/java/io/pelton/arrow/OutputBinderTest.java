package io.pelton.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;

class OutputBinderTest extends AllocatorTestBase {
  private static final Extent ROWS = Extent.symbolic(new SymbolId("N"));

  private static ModelOutput output(String name, DType dtype, long... inner) {
    Extent[] extents = new Extent[inner.length + 1];
    extents[0] = ROWS;
    for (int i = 0; i < inner.length; i++) {
      extents[i + 1] = Extent.fixed(inner[i]);
    }
    return ModelOutput.tensor(name, dtype, Shape.of(extents));
  }

  private ArrowBatch batch(ModelOutput output, OutputBinding binding, Value value) {
    return OutputBinder.of(List.of(output), List.of(binding)).batch(allocator, List.of(value));
  }

  private static List<String> column(ArrowBatch batch, String name) {
    List<String> values = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      values.add(String.valueOf(batch.vector(name).getObject(row)));
    }
    return values;
  }

  @Test
  void labelsAndProbabilitiesByDefault() {
    OutputBinder binder =
        OutputBinder.of(
            List.of(
                output("label", DType.STRING),
                output("class", DType.I64, 1),
                output("probabilities", DType.F32, 2)),
            List.of(
                OutputBinding.standard("label"),
                OutputBinding.standard("class"),
                OutputBinding.standard("probabilities")));
    assertThat(binder.schema().getFields())
        .extracting(Field::getName)
        .containsExactly("label", "class", "probabilities_0", "probabilities_1");
    try (ArrowBatch batch =
        binder.batch(
            allocator,
            List.of(
                Tensor.of(new String[] {"<=50K", "", ">50K"}, 3),
                Tensor.of(new long[] {0, 1, 2}, 3, 1),
                Tensor.of(new float[] {.1f, .9f, .2f, .8f, .3f, .7f}, 3, 2)))) {
      assertThat(batch.rows()).isEqualTo(3);
      assertThat(column(batch, "label")).containsExactly("<=50K", "", ">50K");
      assertThat(column(batch, "class")).containsExactly("0", "1", "2");
      assertThat(column(batch, "probabilities_0")).containsExactly("0.1", "0.2", "0.3");
      assertThat(column(batch, "probabilities_1")).containsExactly("0.9", "0.8", "0.7");
      assertThat(batch.schema()).isEqualTo(binder.schema());
    }
  }

  @Test
  void aSliceOfAnArenaWithStrides() {
    float[] arena = {-1, -1, 1, 2, 3, 4, 5, 6, -1};
    Tensor transposed =
        new Tensor(
            HeapStorage.wrap(DType.F32, arena, 2, 6),
            Layout.of(new long[] {3, 2}, new long[] {1, 3}, 0));
    try (ArrowBatch split =
            batch(
                output("y", DType.F32, 2),
                OutputBinding.columns("y", List.of("p", "q")),
                transposed);
        ArrowBatch list =
            batch(output("y", DType.F32, 2), OutputBinding.list("y", "v"), transposed)) {
      assertThat(column(split, "p")).containsExactly("1.0", "2.0", "3.0");
      assertThat(column(split, "q")).containsExactly("4.0", "5.0", "6.0");
      assertThat(column(list, "v")).containsExactly("[1.0,4.0]", "[2.0,5.0]", "[3.0,6.0]");
    }
  }

  @Test
  void listsOfAnyRank() {
    try (ArrowBatch batch =
        batch(
            output("y", DType.I64, 2, 2),
            OutputBinding.list("y", "v"),
            Tensor.of(new long[] {1, 2, 3, 4, 5, 6, 7, 8}, 2, 2, 2))) {
      assertThat(column(batch, "v")).containsExactly("[1,2,3,4]", "[5,6,7,8]");
    }
  }

  @Test
  void everyDtypeKeepsItsValues() {
    check(Tensor.of(new double[] {1.5, Double.NaN}, 2), "1.5", "NaN");
    check(Tensor.of(new int[] {Integer.MIN_VALUE, 7}, 2), "-2147483648", "7");
    check(Tensor.wrap(DType.I16, new short[] {-5, 7}, 2), "-5", "7");
    check(Tensor.wrap(DType.I8, new byte[] {-5, 7}, 2), "-5", "7");
    check(Tensor.wrap(DType.U8, new byte[] {-5, 7}, 2), "-5", "7");
    check(Tensor.wrap(DType.BOOL, new byte[] {1, 0}, 2), "true", "false");
    check(Tensor.wrap(DType.BF16, new short[] {0x3fc0, 0x4000}, 2), "1.5", "2.0");
    check(Tensor.wrap(DType.F16, new short[] {0x3e00, 0x4000}, 2), "15872", "16384");
  }

  private void check(Tensor tensor, String... expected) {
    ModelOutput output = output("y", tensor.dtype());
    try (ArrowBatch batch = batch(output, OutputBinding.column("y", "c"), tensor)) {
      assertThat(column(batch, "c")).as("%s", tensor.dtype()).containsExactly(expected);
    }
  }

  private static Sequence mappings() {
    Tensor keys = Tensor.of(new String[] {"no", "yes"}, 2);
    return new Sequence(
        List.of(
            new Mapping(keys, Tensor.of(new float[] {.25f, .75f}, 2)),
            new Mapping(keys, Tensor.of(new float[] {1, 0}, 2)),
            new Mapping(Tensor.of(new String[] {"yes"}, 1), Tensor.of(new float[] {.5f}, 1))));
  }

  @Test
  void mappingsBecomeArrowMaps() {
    ModelOutput output = ModelOutput.mappings("p", DType.STRING, DType.F32);
    try (ArrowBatch batch = batch(output, OutputBinding.standard("p"), mappings())) {
      assertThat(column(batch, "p"))
          .containsExactly(
              "[{\"key\":\"no\",\"value\":0.25},{\"key\":\"yes\",\"value\":0.75}]",
              "[{\"key\":\"no\",\"value\":1.0},{\"key\":\"yes\",\"value\":0.0}]",
              "[{\"key\":\"yes\",\"value\":0.5}]");
    }
  }

  @Test
  void mappingsBecomeOneColumnALabel() {
    ModelOutput output = ModelOutput.mappings("p", DType.STRING, DType.F32);
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("yes", "p_yes");
    labels.put("no", "p_no");
    try (ArrowBatch batch = batch(output, OutputBinding.labels("p", labels), mappings())) {
      assertThat(column(batch, "p_yes")).containsExactly("0.75", "0.0", "0.5");
      assertThat(column(batch, "p_no")).containsExactly("0.25", "1.0", "null");
    }
  }

  @Test
  void integerLabelsAreNamedInDecimal() {
    ModelOutput output = ModelOutput.mappings("p", DType.I64, DType.F32);
    Sequence value =
        new Sequence(
            List.of(
                new Mapping(
                    Tensor.of(new long[] {-1, 4}, 2), Tensor.of(new float[] {.5f, .25f}, 2))));
    try (ArrowBatch batch = batch(output, OutputBinding.labels("p", Map.of("4", "four")), value)) {
      assertThat(column(batch, "four")).containsExactly("0.25");
    }
  }

  @Test
  void noRowsGiveEmptyColumnsOfTheRightTypes() {
    OutputBinder binder =
        OutputBinder.of(
            List.of(
                output("label", DType.STRING),
                output("p", DType.F32, 2),
                ModelOutput.mappings("m", DType.STRING, DType.F32)),
            List.of(
                OutputBinding.standard("label"),
                OutputBinding.list("p", "p"),
                OutputBinding.standard("m")));
    try (ArrowBatch batch =
        binder.batch(
            allocator,
            List.of(
                Tensor.of(new String[0], 0),
                Tensor.of(new float[0], 0, 2),
                new Sequence(List.of())))) {
      assertThat(batch.rows()).isZero();
      assertThat(batch.schema()).isEqualTo(binder.schema());
    }
  }

  @Test
  void mistakesAreNamed() {
    assertThatThrownBy(
            () ->
                OutputBinder.of(
                    List.of(output("y", DType.F32)), List.of(OutputBinding.standard("z"))))
        .isInstanceOf(OutputMismatch.class)
        .hasMessageContaining("Output 'z': expected one of the model's outputs [y]");
    assertThatThrownBy(
            () ->
                OutputBinder.of(
                    List.of(output("y", DType.F32, 3)),
                    List.of(OutputBinding.columns("y", List.of("a", "b")))))
        .hasMessageContaining("expected a shape [N,2], found F32[N,3]");
    assertThatThrownBy(
            () ->
                OutputBinder.of(
                    List.of(output("y", DType.C64)), List.of(OutputBinding.standard("y"))))
        .isInstanceOf(OutputMismatch.class);
    assertThatThrownBy(
            () ->
                batch(
                    output("y", DType.F32, 2),
                    OutputBinding.standard("y"),
                    Tensor.of(new float[6], 2, 3)))
        .isInstanceOf(OutputMismatch.class)
        .hasMessageContaining("a tensor F32 [2, 3]");
    OutputBinder two =
        OutputBinder.of(
            List.of(output("x", DType.F32), output("y", DType.F32)),
            List.of(OutputBinding.standard("x"), OutputBinding.standard("y")));
    assertThatThrownBy(
            () ->
                two.batch(
                    allocator, List.of(Tensor.of(new float[2], 2), Tensor.of(new float[3], 3))))
        .isInstanceOf(OutputMismatch.class)
        .hasMessageContaining("2 rows");
  }
}
