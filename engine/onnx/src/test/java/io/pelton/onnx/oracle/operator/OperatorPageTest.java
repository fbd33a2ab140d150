package io.pelton.onnx.oracle.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.onnx.op.OperatorTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code docs/onnx-operators.md} lists what the importer has. {@code -Dpelton.write.pages=true}
 * writes the tables anew.
 */
class OperatorPageTest {
  private static final Path PAGE =
      Path.of(System.getProperty("pelton.root"), "docs", "onnx-operators.md");

  @ParameterizedTest
  @MethodSource("domains")
  void tablesAreCurrent(String domain) throws IOException {
    checkOrWrite(domain, OperatorPage.table(domain));
  }

  @Test
  void namesAreCurrent() throws IOException {
    checkOrWrite(OperatorTable.CONTRIB, OperatorPage.names(OperatorTable.CONTRIB));
  }

  private static void checkOrWrite(String domain, String text) throws IOException {
    String page = Files.readString(PAGE);
    String opening = "<!-- " + domain + " -->\n";
    int from = page.indexOf(opening) + opening.length();
    int to = page.indexOf("<!-- end -->", from);
    if (Boolean.getBoolean("pelton.write.pages")) {
      Files.writeString(PAGE, page.substring(0, from) + text + page.substring(to));
    } else {
      assertThat(page.substring(from, to)).isEqualTo(text);
    }
  }

  static List<String> domains() {
    return OperatorsTest.domains();
  }

  /** The element types of the page are those of which nodes load and have kernels. */
  @ParameterizedTest
  @MethodSource("operators")
  void everyElementTypeRuns(OperatorDraw operator) {
    assertThat(OperatorPage.running(operator)).isEqualTo(operator.dtypes());
  }

  static List<OperatorDraw> operators() {
    return OperatorsTest.operators();
  }

  @ParameterizedTest
  @MethodSource("domains")
  void everyOperatorHasARow(String domain) {
    assertThat(OperatorPage.table(domain).lines().count() - 2)
        .isEqualTo(OperatorTable.standard().versions(domain).size());
  }
}
