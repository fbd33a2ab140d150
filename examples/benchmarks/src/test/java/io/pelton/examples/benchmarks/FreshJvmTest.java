package io.pelton.examples.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class FreshJvmTest {
  static final class Reporter {
    private Reporter() {}

    public static void main(String[] names) {
      System.out.println("no figure 5");
      for (String name : names) {
        FreshJvm.report(name, 1.5 + name.length());
      }
      if (names.length == 1) {
        System.err.println("gives up");
        System.exit(3);
      }
    }
  }

  @Test
  void figuresAreReadInTheirOrder() throws Exception {
    assertThat(FreshJvm.run(Reporter.class.getName(), "millis", "a"))
        .containsExactly(entry("millis", 7.5), entry("a", 2.5));
  }

  @Test
  void aFailureSaysWhatWasPrinted() {
    assertThatThrownBy(() -> FreshJvm.run(Reporter.class.getName(), "only"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ended with 3")
        .hasMessageContaining("gives up");
    assertThatThrownBy(() -> FreshJvm.run(Reporter.class.getName()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ended with 0");
  }
}
