package io.pelton.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.DuplicateKernel;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.testing.Relus;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BindingTableTest {
  private static final BindingKey RELU =
      new BindingKey(OpKind.RELU, List.of(DType.F32), List.of(DType.F32), "cpu");

  private final BindingTable.Builder builder = new BindingTable.Builder("cpu");

  @Test
  void alternativesStayInOrderOfRegistration() {
    Alternative one = Relus.alternative("one");
    Alternative two = Relus.alternative("two");
    Relus.add(builder, one);
    Relus.add(builder, two);
    BindingTable table = builder.seal();
    assertThat(table.lookup(RELU)).containsExactly(one, two);
    assertThat(table.keys()).containsExactly(RELU);
    assertThat(table.supported(OpKind.RELU)).containsExactly("F32->F32");
    assertThat(table.supported(OpKind.TANH)).isEmpty();
    assertThat(table.generation()).isZero();
  }

  @Test
  void aTableThatIsSealedDoesNotChange() {
    Alternative one = Relus.alternative("one");
    Relus.add(builder, one);
    BindingTable table = builder.seal();
    Relus.add(builder, Relus.alternative("two"));
    assertThat(table.lookup(RELU)).containsExactly(one);
  }

  @Test
  void theSameKernelTwiceUnderOneKeyIsRefused() {
    FixedKernel kernel = Relus.kernel(() -> {});
    Relus.add(builder, new Alternative("one", kernel, Set.of()));
    Relus.add(builder, new Alternative("two", kernel, Set.of(Capability.STRIDED)));
    assertThatThrownBy(builder::seal)
        .isInstanceOfSatisfying(
            DuplicateKernel.class,
            e -> {
              assertThat(e.key()).isEqualTo("Relu[F32->F32]@cpu");
              assertThat(e.kernel()).isEqualTo("two");
            })
        .hasMessage(
            "Kernel 'two' is registered under Relu[F32->F32]@cpu, which has the kernel of 'one'"
                + " already; register each kernel once a key, under a name of its own.");
  }

  @Test
  void theSameNameTwiceUnderOneKeyIsRefused() {
    Relus.add(builder, Relus.alternative("one"));
    Relus.add(builder, Relus.alternative("one"));
    assertThatThrownBy(builder::seal)
        .isInstanceOf(DuplicateKernel.class)
        .hasMessageContaining("which has a kernel of that name already");
  }

  @Test
  void oneKernelMayServeSeveralKeys() {
    Alternative any = Relus.alternative("any");
    for (DType dtype : List.of(DType.F32, DType.F64)) {
      builder.add(OpKind.RELU, List.of(dtype), List.of(dtype), any);
    }
    assertThat(builder.seal().supported(OpKind.RELU)).containsExactly("F32->F32", "F64->F64");
  }
}
