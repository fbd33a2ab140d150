package io.pelton.examples.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseSearchTest {
  @TempDir private Path root;

  private void folder(String name, int... sets) throws IOException {
    Path folder = Files.createDirectories(root.resolve(name));
    for (int set : sets) {
      Files.createDirectory(folder.resolve("test_data_set_" + set));
    }
  }

  private void model(String name) throws IOException {
    Files.writeString(root.resolve(name), "");
  }

  private static List<String> names(List<CaseFolder> folders) {
    return folders.stream().flatMap(folder -> folder.sets().stream().map(folder::name)).toList();
  }

  @Test
  void findsFoldersAtAnyDepthAndOrdersSetsByNumber() throws IOException {
    folder("b", 10, 9, 0);
    model("b/model.onnx");
    folder("a/deep", 1);
    model("a/deep/model.onnx");
    assertThat(names(new CaseSearch(Path.of("model.onnx")).below(root)))
        .containsExactly(
            "a/deep/test_data_set_1",
            "b/test_data_set_0",
            "b/test_data_set_9",
            "b/test_data_set_10");
  }

  @Test
  void namesCasesOfTheRootItselfAfterTheRoot() throws IOException {
    folder("m", 0);
    model("m/model.onnx");
    assertThat(names(new CaseSearch(Path.of("model.onnx")).below(root.resolve("m"))))
        .containsExactly("m/test_data_set_0");
  }

  @Test
  void modelsWithoutVectorsAreNoCases() throws IOException {
    folder("m");
    model("m/model.onnx");
    CaseSearch search = new CaseSearch(Path.of("model.onnx"));
    assertThat(search.below(root)).isEmpty();
    assertThat(search.omissions()).isEmpty();
  }

  @Test
  void vectorsWithoutModelArePassedOverAndTold() throws IOException {
    folder("m", 0);
    CaseSearch search = new CaseSearch(Path.of("model.onnx"));
    assertThat(search.below(root)).isEmpty();
    assertThat(search.omissions())
        .containsExactly("no model.onnx in " + root.toRealPath().resolve("m"));
  }

  @Test
  void anotherModelServesFoldersThatLackOneOfItsName() throws IOException {
    folder("own", 0);
    model("own/quantized.onnx");
    folder("other", 0);
    Path shared = root.resolve("quantized.onnx");
    model("quantized.onnx");
    assertThat(new CaseSearch(Path.of("quantized.onnx")).below(root))
        .extracting(CaseFolder::model)
        .containsExactly(root.toRealPath().resolve("own/quantized.onnx"));
    assertThat(new CaseSearch(shared).below(root))
        .extracting(CaseFolder::model)
        .containsOnly(shared);
  }

  @Test
  void linksAreFollowedButNotInCircles() throws IOException {
    folder("real/m", 0);
    model("real/m/model.onnx");
    Path links = Files.createDirectory(root.resolve("links"));
    Files.createSymbolicLink(links.resolve("again"), root.resolve("real/m"));
    Files.createSymbolicLink(links.resolve("circle"), links);
    Files.createSymbolicLink(links.resolve("dangling"), root.resolve("nowhere"));
    CaseSearch search = new CaseSearch(Path.of("model.onnx"));
    assertThat(names(search.below(links))).containsExactly("again/test_data_set_0");
    assertThat(search.omissions()).isEmpty();
  }

  @Test
  void otherEncodingsAreNoVectors() throws IOException {
    folder("m", 0);
    Path set = root.resolve("m/test_data_set_0");
    for (String name :
        List.of("input_0.pb", "input_10.pb", "input_x.pb", "output_0.pb", "output_0.dense.pb")) {
      Files.writeString(set.resolve(name), "");
    }
    Vectors vectors = Vectors.in(set);
    assertThat(vectors.inputs()).containsOnlyKeys(0, 10);
    assertThat(vectors.outputs()).containsOnlyKeys(0).containsValue(set.resolve("output_0.pb"));
  }
}
