package io.pelton.cuda.kernel.fused;

import io.pelton.cuda.driver.DeviceInformation;
import io.pelton.cuda.driver.Nvrtc;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compiles chains, and keeps what it made of those that were used last for graphs with the same
 * ones. Thread-safe.
 */
final class ChainCompiler {
  private static final String FOLDER = "/io/pelton/cuda/source/";
  private static final List<String> HEADERS =
      List.of("pelton.cuh", "strict.cuh", "trigonometry.cuh", "math.cuh", "walk.cuh");
  private static final int MAX_KEPT = 128;

  private record Key(String source, int architecture) {}

  private static final Map<Key, String> KEPT =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, String> eldest) {
          return size() > MAX_KEPT;
        }
      };

  private ChainCompiler() {}

  /**
   * @param name how errors call it
   * @return PTX
   * @throws io.pelton.cuda.driver.CompilationFailed with the compiler's log
   */
  static String compile(String name, String source, DeviceInformation device) {
    Key key = new Key(source, Nvrtc.architecture(device));
    synchronized (KEPT) {
      return KEPT.computeIfAbsent(
          key, absent -> Nvrtc.compile(name, source, Headers.BY_NAME, device));
    }
  }

  /** Read when first needed. */
  private static final class Headers {
    private static final Map<String, String> BY_NAME = read();

    private static Map<String, String> read() {
      Map<String, String> texts = new LinkedHashMap<>();
      for (String name : HEADERS) {
        try (InputStream stream = ChainCompiler.class.getResourceAsStream(FOLDER + name)) {
          if (stream == null) {
            throw new IllegalStateException("this build has no " + FOLDER + name);
          }
          texts.put(name, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
          throw new UncheckedIOException(FOLDER + name + " can't be read", e);
        }
      }
      return texts;
    }
  }
}
