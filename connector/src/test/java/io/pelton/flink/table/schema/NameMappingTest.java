package io.pelton.flink.table.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.error.InvalidSetting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameMappingTest {
  @Test
  void namesAndValuesKeepTheirOrder() {
    assertThat(NameMapping.parse("o", " b = x , a.c ;a=y; "))
        .containsExactly(Map.entry("b", List.of("x", "a.c")), Map.entry("a", List.of("y")));
  }

  @Test
  void quotedTextMayHoldAnything() {
    assertThat(NameMapping.parse("o", "`a=b` = `x, y`; c = out['k;1,`='] ; dense/Bias:0 = v"))
        .containsExactly(
            Map.entry("a=b", List.of("x, y")),
            Map.entry("c", List.of("out['k;1,`=']")),
            Map.entry("dense/Bias:0", List.of("v")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a | no '=' behind 'a'",
        "a = b; c | no '=' behind 'c'",
        "a = | an empty name",
        "= b | an empty name",
        "a = b,, c | an empty name",
        "a = b; a = c | 'a' twice",
        "a = `b | a ` that is not closed",
        "a = x['b] | a ' that is not closed",
        "\" \" | nothing"
      })
  void otherTextIsRefused(String text, String found) {
    assertThatThrownBy(() -> NameMapping.parse("input.mapping", text))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("Setting 'input.mapping': expected entries of the form name = value")
        .hasMessageContaining("found " + found + " in '" + text + "'");
  }
}
