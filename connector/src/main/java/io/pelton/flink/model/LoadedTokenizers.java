package io.pelton.flink.model;

import io.pelton.flink.error.InvalidTokenizer;
import io.pelton.flink.error.ModelUnreadable;
import io.pelton.flink.error.TokenizerChanged;
import io.pelton.flink.error.TokenizerUnreadable;
import io.pelton.flink.error.UnsupportedTokenizer;
import io.pelton.flink.text.Tokenizer;
import io.pelton.flink.text.TokenizerFile;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.flink.annotation.Internal;

/**
 * The tokenizers that are in use, each once, whoever uses it: files of the same bytes are one. They
 * go when nobody holds them. Thread-safe; a thread waits for another that loads the same file.
 */
@Internal
public final class LoadedTokenizers {
  /** Those that the classes of this loader use. */
  public static final LoadedTokenizers INSTANCE = new LoadedTokenizers(TokenizerFile::read);

  private final Function<byte[], Tokenizer> reader;
  private final Map<String, WeakReference<Tokenizer>> loaded = new ConcurrentHashMap<>();

  /**
   * @param reader of a tokenizer's file
   */
  LoadedTokenizers(Function<byte[], Tokenizer> reader) {
    this.reader = reader;
  }

  /**
   * A tokenizer, and what its file says.
   *
   * @param spec with the checksum
   */
  public record Loaded(Tokenizer tokenizer, TokenizerSpec spec) {}

  /**
   * Reads a tokenizer where a job is built.
   *
   * @throws TokenizerUnreadable when its bytes can't be read
   * @throws io.pelton.engine.error.PeltonException when they are no tokenizer
   */
  public Loaded read(TokenizerSpec spec, ClassLoader loader) {
    return load(spec.location(), spec, loader);
  }

  /**
   * Reads a tokenizer in a task, unless it is loaded.
   *
   * @param cachedFiles local copies of the files of Flink's distributed cache by name
   * @throws TokenizerUnreadable when its bytes can't be read
   * @throws TokenizerChanged when they have another checksum than the specification says
   */
  public Tokenizer get(TokenizerSpec spec, ClassLoader loader, Function<String, File> cachedFiles) {
    Tokenizer known = spec.sha256() == null ? null : find(spec.sha256());
    return known == null ? load(inTask(spec, cachedFiles), spec, loader).tokenizer() : known;
  }

  private static ModelLocation inTask(TokenizerSpec spec, Function<String, File> cachedFiles) {
    try {
      return spec.location().inTask(cachedFiles);
    } catch (ModelUnreadable e) {
      throw new TokenizerUnreadable(spec.location().toString(), e.reason(), e);
    }
  }

  private Tokenizer find(String sha256) {
    WeakReference<Tokenizer> reference = loaded.get(sha256);
    return reference == null ? null : reference.get();
  }

  private Loaded load(ModelLocation location, TokenizerSpec spec, ClassLoader loader) {
    ModelBytes file;
    try (InputStream stream = location.open(loader)) {
      file = ModelBytes.of(stream.readAllBytes());
    } catch (IOException e) {
      throw new TokenizerUnreadable(spec.location().toString(), e.toString(), e);
    }
    if (spec.sha256() != null && !spec.sha256().equals(file.sha256())) {
      throw new TokenizerChanged(spec.location().toString(), spec.sha256(), file.sha256());
    }
    loaded.values().removeIf(reference -> reference.refersTo(null));
    Tokenizer[] held = new Tokenizer[1];
    loaded.compute(
        file.sha256(),
        (sha256, reference) -> {
          held[0] = reference == null ? null : reference.get();
          if (held[0] != null) {
            return reference;
          }
          held[0] = parse(file.bytes(), spec.location().toString());
          return new WeakReference<>(held[0]);
        });
    return new Loaded(held[0], new TokenizerSpec(spec.location(), file.sha256()));
  }

  private Tokenizer parse(byte[] bytes, String place) {
    try {
      return reader.apply(bytes);
    } catch (InvalidTokenizer e) {
      throw e.in(place);
    } catch (UnsupportedTokenizer e) {
      throw e.in(place);
    }
  }
}
