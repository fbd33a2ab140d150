package io.pelton.flink.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.SharedFolder;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.description.Description;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.junit.jupiter.api.Test;

/** The table of options in {@code docs/sql.md} is written from the options. */
class ModelOptionsDocTest {
  private static final String BEGIN =
      "<!-- options of models: written by ModelOptionsDocTest -->\n";
  private static final String END = "<!-- end of the options -->\n";

  private static String table() {
    StringBuilder table = new StringBuilder();
    table.append("| Option | Per query | Default | Type | Description |\n");
    table.append("| --- | --- | --- | --- | --- |\n");
    for (ModelOption option : ModelOption.all()) {
      table.append(
          String.format(
              Locale.ROOT,
              "| `%s` | %s | %s | %s | %s |%n",
              option.key(),
              option.isPerQuery() ? "yes" : "no",
              standard(option.option()),
              option.type(),
              text(option.option().description())));
    }
    return table.toString().replace(System.lineSeparator(), "\n");
  }

  private static String text(Description description) {
    return new HtmlFormatter().format(description).replace("|", "\\|");
  }

  private static String standard(ConfigOption<?> option) {
    Object value = option.defaultValue();
    if (value == null) {
      return option.equals(PeltonModelOptions.MODEL) ? "(required)" : "(none)";
    }
    if (value instanceof Duration duration) {
      return "`" + duration.toMillis() + " ms`";
    }
    if (value instanceof Collection<?> values && values.isEmpty()) {
      return "(none)";
    }
    return "`" + value.toString().toLowerCase(Locale.ROOT) + "`";
  }

  /** With {@code -Dpelton.docs.write=true}, writes the table. */
  @Test
  void theTableIsThatOfTheOptions() throws IOException {
    Path file = SharedFolder.project("docs/sql.md");
    String text = Files.readString(file);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    int end = text.indexOf(END);
    assertThat(end).as("place of the table in " + file).isGreaterThanOrEqualTo(begin);
    if (Boolean.getBoolean("pelton.docs.write")) {
      Files.writeString(file, text.substring(0, begin) + table() + text.substring(end));
      return;
    }

    assertThat(text.substring(begin, end))
        .as("run this test with -Dpelton.docs.write=true to write the table anew")
        .isEqualTo(table());
  }

  @Test
  void everyOptionIsInTheTable() {
    assertThat(ModelOption.all().stream().map(ModelOption::option).toList())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(PeltonModelOptions.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()))
                .filter(field -> field.getType() == ConfigOption.class)
                .<ConfigOption<?>>map(ModelOptionsDocTest::value)
                .toList());
  }

  private static ConfigOption<?> value(Field field) {
    try {
      return (ConfigOption<?>) field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theFactoryHasThemAll() {
    PeltonModelProviderFactory factory = new PeltonModelProviderFactory();

    assertThat(factory.requiredOptions()).hasSize(1);
    assertThat(factory.optionalOptions()).hasSize(ModelOption.all().size() - 1);
  }
}
