package io.pelton.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages as JCuda and the JVM word them, on Linux. */
class LoadingFailureTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java.lang.UnsatisfiedLinkError: /tmp/x.so: libcuda.so.1: cannot open shared object file:"
            + " No such file or directory | the NVIDIA driver is not installed: libcuda.so.1"
            + " can't be opened",
        "java.lang.UnsatisfiedLinkError: Native Library /usr/lib/x.so already loaded in another"
            + " classloader | JCuda's library is loaded by another class loader of this process"
            + " already: put the jar of this backend into Flink's lib/ folder instead of the job's"
            + " jar",
        "java.lang.UnsatisfiedLinkError: no x in java.library.path, then"
            + " java.lang.UnsatisfiedLinkError: /tmp/x.so: failed to map segment | JCuda's library"
            + " can't be loaded: /tmp/x.so: failed to map segment"
      })
  void namesTheCauseAndTheRemedy(String message, String reason) {
    assertThat(LoadingFailure.reason(new UnsatisfiedLinkError(message))).isEqualTo(reason);
  }

  @Test
  void aFailureWithoutWordsIsOneToo() {
    assertThat(LoadingFailure.reason(new NoClassDefFoundError()))
        .isEqualTo("JCuda's library can't be loaded: null");
  }
}
