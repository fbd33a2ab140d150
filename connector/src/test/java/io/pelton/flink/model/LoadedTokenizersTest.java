package io.pelton.flink.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.error.InvalidTokenizer;
import io.pelton.flink.error.TokenizerChanged;
import io.pelton.flink.error.TokenizerUnreadable;
import io.pelton.flink.text.Tokenizer;
import io.pelton.flink.text.Tokens;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadedTokenizersTest {
  private static final ClassLoader LOADER = LoadedTokenizersTest.class.getClassLoader();

  @TempDir Path folder;

  private final List<String> read = new ArrayList<>();
  private final LoadedTokenizers tokenizers = new LoadedTokenizers(this::parse);
  private final Map<String, File> cached = new HashMap<>();

  private Tokenizer parse(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    read.add(text);
    if (text.isEmpty()) {
      throw new InvalidTokenizer("its beginning", "a JSON object", "nothing");
    }
    return new Tokenizer() {
      @Override
      public Tokens encode(String ignored, int maxLength) {
        return new Tokens(new long[0], new long[0]);
      }

      @Override
      public long padId() {
        return 0;
      }
    };
  }

  private TokenizerSpec file(String name, String content) throws IOException {
    Path file = Files.writeString(folder.resolve(name), content);
    return new TokenizerSpec(new ModelLocation.FilePath(file.toString()), null);
  }

  private Tokenizer get(TokenizerSpec spec) {
    Function<String, File> files =
        name -> {
          if (!cached.containsKey(name)) {
            throw new IllegalArgumentException("no " + name);
          }
          return cached.get(name);
        };
    return tokenizers.get(spec, LOADER, files);
  }

  @Test
  void slotsShareWhatIsOfTheSameBytes() throws Exception {
    TokenizerSpec one = file("one.json", "a");
    LoadedTokenizers.Loaded planned = tokenizers.read(one, LOADER);
    assertThat(planned.spec().sha256()).hasSize(64);
    assertThat(get(planned.spec())).isSameAs(planned.tokenizer());
    assertThat(get(file("two.json", "a"))).isSameAs(planned.tokenizer());
    assertThat(get(file("three.json", "b"))).isNotSameAs(planned.tokenizer());
    assertThat(read).containsExactly("a", "b");
  }

  @Test
  void aTaskRunsWhatTheJobWasBuiltWith() throws Exception {
    TokenizerSpec spec = new TokenizerSpec(file("t.json", "b").location(), "0".repeat(64));
    assertThatThrownBy(() -> get(spec))
        .isInstanceOf(TokenizerChanged.class)
        .hasMessageContaining("t.json")
        .hasMessageContaining("but the job was built with 000")
        .hasMessageContaining("submit the job again");
    assertThat(read).isEmpty();
  }

  @Test
  void aFailureDoesNotStay() throws Exception {
    TokenizerSpec spec = file("t.json", "");
    assertThatThrownBy(() -> get(spec)).isInstanceOf(InvalidTokenizer.class);
    assertThatThrownBy(() -> get(spec))
        .isInstanceOf(InvalidTokenizer.class)
        .hasMessageContaining("t.json")
        .hasMessageContaining("expected a JSON object, found nothing");
    file("t.json", "now");
    assertThat(get(spec)).isSameAs(get(spec));
    assertThat(read).containsExactly("", "", "now");
  }

  @Test
  void filesOfTheDistributedCacheAreReadInTasks() throws Exception {
    TokenizerSpec spec = new TokenizerSpec(new ModelLocation.CachedFile("t", "", ""), null);
    assertThatThrownBy(() -> tokenizers.read(spec, LOADER))
        .isInstanceOf(TokenizerUnreadable.class)
        .hasMessageContaining("only TaskManagers read");
    assertThatThrownBy(() -> get(spec))
        .isInstanceOf(TokenizerUnreadable.class)
        .hasMessageContaining("registerCachedFile");
    cached.put("t", Files.writeString(folder.resolve("copy"), "c").toFile());
    assertThat(get(spec)).isNotNull();
    assertThat(read).containsExactly("c");
  }
}
