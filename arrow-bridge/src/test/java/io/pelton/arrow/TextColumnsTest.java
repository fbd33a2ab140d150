package io.pelton.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.junit.jupiter.api.Test;

/** Text in each of Arrow's layouts. */
class TextColumnsTest extends AllocatorTestBase {
  private static final String[] TEXTS = {"short", null, "", "longer than a view holds inline", "ü"};

  private void check(FieldVector vector, String why) {
    vector.setValueCount(TEXTS.length);
    try (ArrowBatch batch = ArrowBatch.of(VectorSchemaRoot.of(vector))) {
      BatchBinder binder =
          BatchBinder.of(
              batch.schema(),
              List.of(new ModelInput("x", DType.STRING, Shape.UNRANKED)),
              List.of(InputBinding.column("x", "t").withNulls(NullPolicy.defaultValue("missing"))));
      try (BoundBatch bound = binder.bind(batch)) {
        assertThat(bound.tensors().get(0).toStrings())
            .containsExactly("short", "missing", "", "longer than a view holds inline", "ü");
        assertThat(binder.explain()).contains("packed, because", why);
      }
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void utf8() {
    VarCharVector vector = new VarCharVector("t", allocator.arrow());
    vector.allocateNew();
    for (int i = 0; i < TEXTS.length; i++) {
      if (TEXTS[i] != null) {
        vector.setSafe(i, utf8(TEXTS[i]));
      }
    }
    check(vector, "holds nulls");
  }

  @Test
  void largeUtf8() {
    LargeVarCharVector vector = new LargeVarCharVector("t", allocator.arrow());
    vector.allocateNew();
    for (int i = 0; i < TEXTS.length; i++) {
      if (TEXTS[i] != null) {
        vector.setSafe(i, utf8(TEXTS[i]));
      }
    }
    check(vector, "64-bit offsets");
  }

  @Test
  void utf8Views() {
    ViewVarCharVector vector = new ViewVarCharVector("t", allocator.arrow());
    vector.allocateNew();
    for (int i = 0; i < TEXTS.length; i++) {
      if (TEXTS[i] != null) {
        vector.setSafe(i, utf8(TEXTS[i]));
      }
    }
    check(vector, "views scatter the text");
  }
}
