package io.pelton.examples.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FraudExampleTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"data/purchases.json", "data/logins.csv", "models/fraud.onnx"})
  void committedFilesAreWhatIsMadeHere(String file) throws Exception {
    new FraudExample().write(folder);
    assertThat(Checkout.SQL.resolve(file))
        .as("if the example was changed, run the main method of FraudExample")
        .hasSameBinaryContentAs(folder.resolve(file));
  }
}
