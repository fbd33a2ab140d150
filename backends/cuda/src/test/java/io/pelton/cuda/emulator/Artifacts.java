package io.pelton.cuda.emulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the compiler made, in files with a hash of what they are made from in their names, so that
 * only what changed is made again.
 */
final class Artifacts {
  private final Compiler compiler;
  private final Path folder;

  Artifacts(Compiler compiler, Path folder) {
    this.compiler = compiler;
    this.folder = folder;
  }

  /**
   * Compiles unless that was done before.
   *
   * @param arguments that tell what is made
   * @param sources that it is made from, what they include among them
   * @param others arguments that do not change what is made
   */
  Path make(
      String name,
      String ending,
      List<String> arguments,
      Collection<Path> sources,
      List<String> others) {
    String hash =
        new Fingerprint()
            .text(compiler.identity())
            .text(compiler.flags().toString())
            .text(arguments.toString())
            .files(sources)
            .hex();
    Path made = folder.resolve(name + "." + hash + ending);
    if (Files.exists(made)) {
      return made;
    }
    try {
      removeOlder(name, ending);
      Path partial = folder.resolve(name + "." + hash + ".partial");
      List<String> all = new ArrayList<>(arguments);
      all.addAll(others);
      all.add("-o");
      all.add(partial.toString());
      compiler.compile(all);
      return Files.move(partial, made, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + made, e);
    }
  }

  private void removeOlder(String name, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String other = file.getFileName().toString();
        if (other.startsWith(name + ".") && other.endsWith(ending)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
