package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.FLOAT16;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.graph.OpKind;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.UnsupportedNodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EinsumOperatorTest {
  private static TestModel of(String equation, Object[] x, Object... y) {
    return TestModel.onnx(12)
        .input("a", FLOAT, x)
        .input("b", FLOAT, y)
        .node("Einsum", "a,b", "y", text("equation", equation))
        .output("y");
  }

  private static Object[] dims(Object... dims) {
    return dims;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ij,jk->ik; F32[N,5]",
        "ij,jk; F32[N,5]",
        "ij,jk->ki; F32[5,N]",
        "ij , jk -> ijk; F32[N,3,5]",
        "ij,jk->; F32[]",
        "Zj,ja; F32[N,5]",
        "aj,jZ; F32[5,N]",
        "...j,jk->...k; F32[N,5]"
      })
  void resultsHaveTheShapeThatTheEquationSays(String equation, String expected) {
    assertThat(of(equation, dims("N", 3), 3, 5).type()).hasToString(expected);
  }

  @Test
  void productsAreMatrixProductsWhereSomethingIsSummed() {
    assertThat(of("ij,jk->ik", dims("N", 3), 3, 5).op().kind()).isEqualTo(OpKind.MATMUL);
    assertThat(of("ij,kl->ijkl", dims("N", 3), 3, 5).op().kind()).isEqualTo(OpKind.MUL);
  }

  @Test
  void halfPrecisionIsComputedInSinglePrecision() {
    TestModel model =
        TestModel.onnx(12)
            .input("x", FLOAT16, "N", 3)
            .node("Einsum", "x", "y", text("equation", "ij->j"))
            .output("y");
    assertThat(model.op().kind()).isEqualTo(OpKind.CAST);
    assertThat(model.type()).hasToString("F16[3]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ij->ij; is of 1 inputs but has 2",
        "ijk,jk->i; for an input of another rank",
        "i1,jk->i; should have letters",
        "ij,jk->ii; repeats a letter",
        "ij,jk->iz; has one of no input",
        "...j,jk->k; lacks the ellipsis",
        "...j...,jk->k; should have letters",
        "ii,jk->k; a letter repeats for lengths 2 and 3"
      })
  void equationsThatSayNothingAreRefused(String equation, String reason) {
    assertThatThrownBy(() -> of(equation, dims(2, 3), 3, 5).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining(reason);
  }

  @Test
  void diagonalsNeedKnownLengths() {
    assertThatThrownBy(() -> of("ii,jk->k", dims("N", "N"), 3, 5).load())
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("fixed lengths");
  }
}
