package io.pelton.flink.table.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.flink.error.DeclarationMismatch;
import io.pelton.flink.table.predict.ResultColumn;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which declared columns feed which inputs, and which outputs fill which columns. */
class DeclarationTest {
  private static Port port(String name) {
    return new Port(
        name,
        new TensorType(DType.F32, Shape.of(Extent.symbolic(new SymbolId("N")), Extent.fixed(1))));
  }

  private static List<Port> ports(String names) {
    return Stream.of(names.split(" ")).map(DeclarationTest::port).toList();
  }

  private static RowType.RowField column(String name) {
    return new RowType.RowField(name, new FloatType());
  }

  /** Columns of floats; {@code r(a b)} is a row of two. */
  private static RowType columns(String names) {
    return new RowType(
        Arrays.stream(names.split(" (?![^(]*\\))"))
            .map(
                name ->
                    name.endsWith(")")
                        ? new RowType.RowField(
                            name.substring(0, name.indexOf('(')),
                            columns(name.substring(name.indexOf('(') + 1, name.length() - 1)))
                        : column(name))
            .toList());
  }

  private static Declaration of(String columns, String results, String inputs, String outputs) {
    return new Declaration("m", columns(columns), columns(results), ports(inputs), ports(outputs));
  }

  private static Map<String, List<String>> inputs(
      String columns, String inputs, String mapping, String... made) {
    return InputColumns.match(
        of(columns, "y", inputs, "y"),
        mapping.isEmpty() ? Map.of() : NameMapping.parse("input.mapping", mapping),
        Set.of(made),
        Set.of());
  }

  private static List<ResultColumn> results(String columns, String outputs, String mapping) {
    return OutputColumns.match(
        of("x", columns, "x", outputs),
        mapping.isEmpty() ? Map.of() : NameMapping.parse("output.mapping", mapping));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "b a       | a b   | ''                | {a=[a], b=[b]}",
        "other     | a     | ''                | {a=[other]}",
        "p q r     | a     | ''                | {a=[p, q, r]}",
        "b p q     | a b   | ''                | {a=[p, q], b=[b]}",
        "a(x y) z  | a z   | ''                | {a=[a.x, a.y], z=[z]}",
        "r(x y)    | a     | ''                | {a=[r.x, r.y]}",
        "p q r(x)  | a b   | b = r.x, p; a = q | {a=[q], b=[r.x, p]}",
        "p r(x y)  | a b   | a = r             | {a=[r.x, r.y], b=[p]}",
        "p         | a b   | a = p; b = p      | {a=[p], b=[p]}"
      })
  void columnsFindTheirInputs(String columns, String inputs, String mapping, String expected) {
    assertThat(inputs(columns, inputs, mapping)).hasToString(expected);
  }

  @Test
  void madeInputsTakeNoColumn() {
    assertThat(inputs("ids", "ids mask", "", "mask")).hasToString("{ids=[ids]}");
  }

  @Test
  void takenColumnsFeedNoInput() {
    assertThat(
            InputColumns.match(
                of("p r(x y)", "y", "a", "y"), Map.of(), Set.of(), Set.of("p", "r.y")))
        .hasToString("{a=[r.x]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a       | a b | ''    | input 'b' has no column; declare one",
        "p q     | a b | ''    | input 'a' has no column; rename one of the columns [p, q] to it",
        "text    | input_ids mask | '' | or say with 'input.mapping' which it is; a column of text needs"
            + " 'tokenizer'",
        "A q     | a b | ''    | input 'a' has no column; write column 'A' as the input is written",
        "a b c   | a b | ''    | column 'c' feeds no input; leave it out of INPUT",
        "a b     | a b | c = a | names input 'c', which the model does not have; name one of [a,"
            + " b]",
        "a r(x)  | a b | b = y | names column 'y', which INPUT does not declare; name some of [a,"
            + " r.x]"
      })
  void inputsWithoutColumnsAreNamed(String columns, String inputs, String mapping, String message) {
    assertThatThrownBy(() -> inputs(columns, inputs, mapping))
        .isInstanceOf(DeclarationMismatch.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "b a           | a b       | ''                    | b:b a:a",
        "x y           | a b       | ''                    | x:a y:b",
        "x             | a b       | ''                    | x:a",
        "x b           | a b       | x = a                 | x:a b:b",
        "x y           | a b       | x = b[1]; y = b['k']  | x:b[1] y:b[k]",
        "x y           | a[1] b    | x = a[1]              | x:a[1] y:a[1]",
        "x error-string | a        | ''                    | x:a error-string:ERROR_STRING",
        "LATENCY model_version | a | ''                    | LATENCY:LATENCY"
            + " model_version:MODEL_VERSION",
        "latency       | a latency | ''                    | latency:latency"
      })
  void outputsFindTheirColumns(String columns, String outputs, String mapping, String expected) {
    assertThat(
            results(columns, outputs, mapping).stream()
                .map(DeclarationTest::shown)
                .reduce((a, b) -> a + " " + b))
        .hasValue(expected);
  }

  private static String shown(ResultColumn column) {
    if (column instanceof ResultColumn.Metadata metadata) {
      return metadata.name() + ":" + metadata.kind();
    }
    ResultColumn.Output output = (ResultColumn.Output) column;
    String element = output.element().isEmpty() ? "" : "[" + output.element() + "]";
    return output.name() + ":" + output.output() + element;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a x     | a b | ''       | column 'x' is filled by no output; give all columns the names",
        "x y z   | a b | ''       | column 'z' is filled by no output; leave it out of OUTPUT",
        "x       | a b | x = c[1] | names output 'c[1]', which the model does not have",
        "x       | a b | x = a, b | names 2 outputs for column 'x'; name one",
        "x       | a b | z = a    | names column 'z', which OUTPUT does not declare; name one of"
            + " [x]"
      })
  void columnsWithoutOutputsAreNamed(
      String columns, String outputs, String mapping, String message) {
    assertThatThrownBy(() -> results(columns, outputs, mapping))
        .isInstanceOf(DeclarationMismatch.class)
        .hasMessageContaining(message);
  }

  @Test
  void bothSidesAreShown() {
    DeclarationMismatch mismatch =
        of("age hours", "y", "x", "label scores").mismatch("something differs", "do this", null);

    assertThat(mismatch.getMessage())
        .isEqualTo(
            """
            Model 'm' is not declared as its file has it: something differs; do this.
              declared INPUT   |  the model's inputs
                age FLOAT      |    x: F32[N,1]
                hours FLOAT    |
              declared OUTPUT  |  the model's outputs
                y FLOAT        |    label: F32[N,1]
                               |    scores: F32[N,1]
            A declaration that fits the file:
            INPUT (`x` FLOAT)
            OUTPUT (`label` FLOAT, `scores` FLOAT)\
            """);
  }
}
