package io.pelton.examples.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdultCsvTest {
  private static final String HEADER =
      "age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,"
          + "sex,capital-gain,capital-loss,hours-per-week,native-country,income";
  private static final String ROW =
      "39, State-gov, 77516, Bachelors, 13, Never-married, Adm-clerical, Not-in-family, White,"
          + " Male, 2174, 0, 40, United-States, <=50K";

  @TempDir private Path folder;

  @Test
  void trimsFieldsAndReadsQuestionMarksAsMissing() throws IOException {
    AdultTable table =
        read(HEADER, ROW, ROW.replace("State-gov", "?").replace("39", "?").replace("<=", ">"));

    assertThat(((FeatureColumn.Numbers) table.features().get(0)).values())
        .containsExactly(39f, Float.NaN);
    assertThat(((FeatureColumn.Texts) table.features().get(1)).values())
        .containsExactly("State-gov", null);
    assertThat(table.income()).containsExactly("<=50K", ">50K");
  }

  @Test
  void equalRowsFallOnTheSameSideWhateverTheirSpaces() throws IOException {
    AdultTable table = read(HEADER, ROW, ROW.replace(" ", ""));

    assertThat(table.heldOut()[0]).isEqualTo(table.heldOut()[1]);
  }

  @Test
  void namesTheLineAndFieldOfABadNumber() {
    assertThatThrownBy(() -> read(HEADER, ROW, ROW.replace("77516", "many")))
        .isInstanceOf(MalformedCsvException.class)
        .hasMessageContaining("line 3, fnlwgt: expected a number, found 'many'");
  }

  @Test
  void refusesAnotherHeaderAnotherIncomeAndAShortRow() {
    assertThatThrownBy(() -> read("a,b,c"))
        .isInstanceOf(MalformedCsvException.class)
        .hasMessageContaining("line 1, header");
    assertThatThrownBy(() -> read(HEADER, ROW.replace("<=50K", "50K")))
        .isInstanceOf(MalformedCsvException.class)
        .hasMessageContaining("line 2, income: expected <=50K or >50K, found '50K'");
    assertThatThrownBy(() -> read(HEADER, "39,State-gov"))
        .isInstanceOf(MalformedCsvException.class)
        .hasMessageContaining("line 2, row: expected 15 fields");
  }

  private AdultTable read(String... lines) throws IOException {
    Path file = folder.resolve("adult.csv");
    Files.writeString(file, String.join("\n", lines));
    return AdultCsv.read(file);
  }
}
