package io.pelton.engine.plan.judge;

import io.pelton.engine.plan.judge.Verdict.Measured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The measurements of a machine on disk. Readers see the file as one writer left it. Writers add to
 * what they find; when two write at the same time, what one of them added is missing until it
 * writes again.
 */
final class JudgeFile {
  private static final long MAX_BYTES = 1L << 24;

  private final Path path;

  JudgeFile(Path path) {
    this.path = path.toAbsolutePath();
  }

  /** Empty where there is no file, and where it can't be used, with the reason. */
  JudgeText.Contents read() {
    try {
      long bytes = Files.size(path);
      if (!Files.isRegularFile(path)) {
        return unusable("is no regular file");
      }
      return bytes > MAX_BYTES
          ? unusable("has " + bytes + " bytes, more than " + MAX_BYTES)
          : JudgeText.decode(Files.readString(path))
              .withProblem(reason -> path + " is ignored: it " + reason);
    } catch (NoSuchFileException e) {
      return JudgeText.Contents.of(Map.of());
    } catch (IOException e) {
      return unusable("can't be read: " + e);
    }
  }

  private JudgeText.Contents unusable(String reason) {
    return JudgeText.Contents.unusable(path + " is ignored: it " + reason);
  }

  /**
   * Adds measurements, which replace those of the same keys.
   *
   * @return why that failed; the file is then as it was
   */
  Optional<String> merge(Map<JudgeKey, Measured> measured) {
    Map<JudgeKey, Measured> all = new HashMap<>(read().measured());
    all.putAll(measured);
    try {
      Files.createDirectories(path.getParent());
      Path draft = Files.createTempFile(path.getParent(), path.getFileName().toString(), ".draft");
      try {
        Files.writeString(draft, JudgeText.encode(all));
        Files.move(
            draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(draft);
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(path + " is not written: " + e);
    }
  }
}
