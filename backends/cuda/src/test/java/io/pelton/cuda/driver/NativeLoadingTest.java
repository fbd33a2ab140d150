package io.pelton.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NativeLoadingTest {
  private static Path seen;

  /** Unpacks something, as JCuda's classes do. */
  private static final class Unpacking {
    static {
      seen = Path.of(System.getProperty("java.io.tmpdir"));
      try {
        Files.writeString(seen.resolve("library.so"), "bytes");
      } catch (IOException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  private static final class Missing {
    static {
      seen = Path.of(System.getProperty("java.io.tmpdir"));
      fail();
    }

    private static void fail() {
      throw new UnsatisfiedLinkError("libcuda.so.1: cannot open shared object file");
    }
  }

  @Test
  void whatIsUnpackedIsGoneAfterwards() {
    String before = System.getProperty("java.io.tmpdir");
    NativeLoading.initialize(Unpacking.class);
    assertThat(System.getProperty("java.io.tmpdir")).isEqualTo(before);
    assertThat(seen).doesNotExist();
    assertThat(seen.getParent()).isEqualTo(Path.of(before));
  }

  @Test
  void aLibraryThatIsMissingLeavesNothing() {
    String before = System.getProperty("java.io.tmpdir");
    assertThatThrownBy(() -> NativeLoading.initialize(Missing.class))
        .isInstanceOf(UnsatisfiedLinkError.class);
    assertThat(System.getProperty("java.io.tmpdir")).isEqualTo(before);
    assertThat(seen).doesNotExist();
  }
}
