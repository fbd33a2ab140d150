package io.pelton.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Bindings travel with a job's graph. */
class BindingSerializationTest {
  private static Object copy(Object value) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }

  @Test
  void bindingsAreEqualAfterTheJourney() throws Exception {
    for (Object binding :
        List.of(
            InputBinding.column("x", "a"),
            InputBinding.column("x", "a").withNulls(NullPolicy.defaultValue("?")),
            InputBinding.columns("x", List.of("a", "b")).withNulls(NullPolicy.drop()),
            OutputBinding.standard("y"),
            OutputBinding.columns("y", List.of("p", "q")),
            OutputBinding.labels("y", Map.of("yes", "p")))) {
      assertThat(copy(binding)).isEqualTo(binding);
    }
  }
}
