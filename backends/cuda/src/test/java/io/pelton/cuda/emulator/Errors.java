package io.pelton.cuda.emulator;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jcuda.CudaException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Errors of the driver as JCuda throws them. */
final class Errors {
  private Errors() {}

  static void assertError(String name, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(CudaException.class).hasMessageContaining(name);
  }
}
