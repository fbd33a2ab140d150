package io.pelton.flink.table.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.CountingFileSystem;
import io.pelton.flink.TestModels;
import io.pelton.flink.TokenModels;
import io.pelton.flink.TokenizerFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.catalog.Catalog;
import org.apache.flink.table.catalog.CatalogDatabaseImpl;
import org.apache.flink.table.catalog.CatalogModel;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.exceptions.CatalogException;
import org.apache.flink.table.catalog.exceptions.DatabaseNotExistException;
import org.apache.flink.table.catalog.exceptions.ModelNotExistException;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeltonCatalogTest {
  private final TableEnvironment tables =
      TableEnvironment.create(EnvironmentSettings.inStreamingMode());

  @TempDir Path folder;

  @BeforeEach
  void models() throws IOException {
    TestModels.amounts(folder);
    TestModels.relu(Files.createDirectories(folder.resolve("vision/small")));
    TestModels.maps(folder.resolve("vision"));
    Files.createDirectories(folder.resolve("_temporary"));
    Files.writeString(folder.resolve("notes.txt"), "no model");
    Files.writeString(folder.resolve(".hidden.onnx"), "no model");
    Files.createDirectories(folder.resolve("folder.onnx"));
  }

  private Catalog catalog(String options) throws IOException {
    return catalog(folder.toString(), options);
  }

  private Catalog catalog(String path, String options) {
    tables.executeSql(
        "CREATE CATALOG m WITH ('type' = 'pelton', 'path' = '" + path + "'" + options + ")");
    return tables.getCatalog("m").orElseThrow();
  }

  private List<Row> sql(String statement) {
    List<Row> rows = new ArrayList<>();
    try (CloseableIterator<Row> results = tables.executeSql(statement).collect()) {
      results.forEachRemaining(rows::add);
    } catch (Exception e) {
      throw e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
    }
    return rows;
  }

  @Test
  void foldersAreDatabasesAndFilesAreModels() throws IOException {
    catalog("");
    assertThat(sql("SHOW DATABASES IN m"))
        .containsExactly(Row.of("default"), Row.of("folder.onnx"), Row.of("vision"));
    sql("USE CATALOG m");
    assertThat(tables.getCurrentDatabase()).isEqualTo("default");
    assertThat(sql("SHOW MODELS")).containsExactly(Row.of("amounts"));
    assertThat(sql("SHOW MODELS IN m.vision")).containsExactly(Row.of("maps"));
    assertThat(sql("SHOW TABLES")).isEmpty();
    assertThat(sql("SHOW VIEWS")).isEmpty();
  }

  @Test
  void describeShowsWhatTheModelTakesAndGives() throws IOException {
    catalog("");
    assertThat(sql("DESCRIBE MODEL m.`default`.amounts"))
        .containsExactly(
            Row.of("x", "FLOAT", true, true, "F32[N,1]"),
            Row.of("amount", "STRING", true, true, "STRING[N,1]"),
            Row.of("sum", "FLOAT", true, false, "F32[N,1]"),
            Row.of("pair", "ARRAY<FLOAT>", true, false, "F32[N,2]"),
            Row.of("label", "STRING", true, false, "STRING[N,1]"));
    assertThat(sql("DESCRIBE MODEL m.vision.maps"))
        .containsExactly(
            Row.of("features", "ARRAY<FLOAT>", true, true, "F32[N,3]"),
            Row.of("maps", "MAP<STRING, FLOAT>", true, false, "seq(map(STRING,F32[]))"));
  }

  @Test
  void theStatementThatWouldMakeTheModelNamesItsOptionsAndFacts() throws IOException {
    catalog("");
    Files.writeString(
        folder.resolve("amounts.properties"),
        "# for this model\nbatch.max-rows = 64 \nnull-handling=fail\n");
    assertThat(sql("SHOW CREATE MODEL m.`default`.amounts"))
        .singleElement()
        .extracting(row -> row.getFieldAs(0).toString())
        .asString()
        .contains(
            "'provider' = 'pelton'",
            "'model' = 'file:" + folder.resolve("amounts.onnx") + "'",
            "'batch.max-rows' = '64'",
            "'null-handling' = 'fail'",
            "version 7; " + Files.size(folder.resolve("amounts.onnx")) + " bytes; SHA-256 ");
  }

  @Test
  void aTextIsInThePlaceOfTheTokensThatAreMadeOfIt() throws IOException {
    Path texts = Files.createDirectories(folder.resolve("texts"));
    Path model = TokenModels.encoder(texts);
    TokenizerFiles.words(texts);
    String name = model.getFileName().toString().replace(".onnx", "");
    catalog("");
    assertThat(sql("DESCRIBE MODEL m.texts.`" + name + "`"))
        .extracting(row -> row.getField(1))
        .contains("ARRAY<BIGINT>");
    Files.writeString(
        texts.resolve(name + ".properties"), "tokenizer=tokenizer.json\npooling=mean\n");
    assertThat(sql("DESCRIBE MODEL m.texts.`" + name + "`"))
        .hasSize(2)
        .startsWith(Row.of("text", "STRING", true, true, "STRING[N]"))
        .last()
        .extracting(row -> row.getField(1))
        .isEqualTo("ARRAY<FLOAT>");
    assertThat(sql("SHOW CREATE MODEL m.texts.`" + name + "`").toString())
        .contains("'tokenizer' = 'file:" + texts.resolve("tokenizer.json") + "'");
  }

  @Test
  void optionsAreCheckedWhenTheModelIsUsed() throws IOException {
    Catalog catalog = catalog("");
    Path properties = folder.resolve("amounts.properties");
    Files.writeString(properties, "model=other.onnx");
    assertThatThrownBy(() -> catalog.getModel(new ObjectPath("default", "amounts")))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("amounts.properties")
        .hasMessageContaining("found 'model'; remove it");
    Files.writeString(properties, "devize=cpu");
    assertThatThrownBy(() -> catalog.getModel(new ObjectPath("default", "amounts")))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("Setting 'devize': expected one of");
    Files.writeString(properties, "a=\\u00zz");
    assertThatThrownBy(() -> catalog.getModel(new ObjectPath("default", "amounts")))
        .hasMessageContaining("expected Java properties");
    assertThat(sql("SHOW MODELS IN m.`default`")).containsExactly(Row.of("amounts"));
  }

  @Test
  void foldersInFoldersAreDatabasesWhereItIsAskedFor() throws IOException {
    Catalog catalog = catalog(", 'recursive' = 'true', 'default-database' = 'top'");
    assertThat(catalog.listDatabases())
        .containsExactly("top", "folder.onnx", "vision", "vision/small");
    assertThat(sql("DESCRIBE MODEL m.`vision/small`.relu")).hasSize(2);
    assertThat(sql("SHOW MODELS IN m.top")).containsExactly(Row.of("amounts"));
    assertThat(catalog.databaseExists("default")).isFalse();
  }

  @Test
  void namesDoNotLeadOutOfTheFolder() throws Exception {
    Files.createDirectories(folder.resolve("inner"));
    Catalog catalog = catalog(folder.resolve("inner").toString(), ", 'recursive' = 'true'");
    for (String name : List.of("..", "../vision", "/", "", "a:b", ".", "_temporary")) {
      assertThat(catalog.databaseExists(name)).as(name).isFalse();
    }
    assertThat(catalog.modelExists(new ObjectPath("default", "../amounts"))).isFalse();
    assertThat(catalog.modelExists(new ObjectPath("..", "amounts"))).isFalse();
  }

  @Test
  void whatIsNotThereIsSaidAsFlinkSaysIt() throws IOException {
    Catalog catalog = catalog("");
    assertThatThrownBy(() -> catalog.listModels("nowhere"))
        .isInstanceOf(DatabaseNotExistException.class);
    assertThatThrownBy(() -> catalog.getModel(new ObjectPath("default", "folder")))
        .isInstanceOf(ModelNotExistException.class);
    assertThatThrownBy(() -> catalog.getModel(new ObjectPath("nowhere", "amounts")))
        .isInstanceOf(ModelNotExistException.class);
    assertThatThrownBy(() -> catalog.getTable(new ObjectPath("default", "amounts")))
        .isInstanceOf(TableNotExistException.class);
    assertThat(catalog.modelExists(new ObjectPath("default", ".hidden"))).isFalse();
    assertThatThrownBy(() -> sql("DESCRIBE MODEL m.`default`.missing"))
        .hasMessageContaining("doesn't exist");
  }

  @Test
  void modelsThatCanNotBeUsedAreListedAndSayWhy() throws IOException {
    Files.write(folder.resolve("broken.onnx"), new byte[] {1, 2, 3});
    TestModels.fixedRows(folder, 4);
    catalog("");
    assertThat(sql("SHOW MODELS IN m.`default`"))
        .containsExactlyInAnyOrder(Row.of("amounts"), Row.of("broken"), Row.of("fixed"));
    assertThatThrownBy(() -> sql("DESCRIBE MODEL m.`default`.broken"))
        .isInstanceOf(CatalogException.class)
        .hasMessageStartingWith("Model 'm.default.broken' can't be used: ")
        .hasMessageContaining("is cut off, damaged or not ONNX");
    assertThatThrownBy(() -> sql("DESCRIBE MODEL m.`default`.fixed"))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("takes 4 rows at a time")
        .hasMessageContaining("symbolic batch axis");
  }

  @Test
  void aModelIsReadOnceAndAgainWhenItsFileChanges() throws Exception {
    Catalog catalog = catalog(CountingFileSystem.uri(folder), "");
    ObjectPath amounts = new ObjectPath("default", "amounts");
    Path file = folder.resolve("amounts.onnx");
    CatalogModel first = catalog.getModel(amounts);
    int opened = CountingFileSystem.opened(file);
    assertThat(opened).isPositive();
    assertThat(catalog.getModel(amounts).getComment()).isEqualTo(first.getComment());
    assertThat(CountingFileSystem.opened(file)).isEqualTo(opened);
    Files.write(file, Files.readAllBytes(folder.resolve("vision/maps.onnx")));
    assertThat(catalog.getModel(amounts).getInputSchema().getColumns())
        .singleElement()
        .extracting(column -> column.getName())
        .isEqualTo("features");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE DATABASE m.d",
        "DROP DATABASE m.vision",
        "CREATE TABLE m.vision.t (a INT) WITH ('connector' = 'datagen')",
        "CREATE VIEW m.vision.v AS SELECT 1",
        "CREATE FUNCTION m.vision.f AS 'java.lang.String'",
        "CREATE MODEL m.vision.n INPUT (a INT) OUTPUT (b INT) WITH ('provider' = 'pelton')",
        "ALTER MODEL m.vision.maps SET ('device' = 'cuda')",
        "ALTER MODEL m.vision.maps RENAME TO m.vision.n",
        "DROP MODEL m.vision.maps"
      })
  void nothingCanBeWritten(String statement) throws IOException {
    catalog("");
    assertThatThrownBy(() -> tables.executeSql(statement))
        .satisfies(
            e -> assertThat(ExceptionUtils.findThrowable(e, CatalogException.class)).isPresent())
        .hasStackTraceContaining("Catalog 'm' is a folder of model files");
    assertThat(folder.resolve("vision/maps.onnx")).exists();
  }

  @Test
  void databasesCanNotBeAltered() throws IOException {
    Catalog catalog = catalog("");
    assertThatThrownBy(
            () ->
                catalog.alterDatabase(
                    "vision", new CatalogDatabaseImpl(Map.of("a", "b"), ""), false))
        .isInstanceOf(CatalogException.class);
  }

  @Test
  void theFolderHasToBeThere() {
    assertThatThrownBy(() -> catalog(folder.resolve("missing").toString(), ""))
        .rootCause()
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("expected a folder of models, found none at")
        .hasMessageContaining("correct 'path'");
    assertThatThrownBy(() -> catalog(folder.resolve("amounts.onnx").toString(), ""))
        .rootCause()
        .hasMessageContaining("expected a folder of models");
    assertThatThrownBy(() -> catalog("a:b:c", "")).rootCause().hasMessageContaining("a:b:c");
  }

  @Test
  void theDefaultDatabaseNeedsANameOfItsOwn() {
    assertThatThrownBy(() -> catalog(", 'default-database' = 'vision'"))
        .rootCause()
        .hasMessageContaining("give another as 'default-database'");
    assertThatThrownBy(() -> catalog(", 'default-database' = ' '"))
        .rootCause()
        .hasMessageContaining("'default-database'");
  }

  @Test
  void optionsAreThoseOfTheCatalog() {
    assertThatThrownBy(() -> catalog(", 'recursiv' = 'true'"))
        .rootCause()
        .hasMessageContaining("recursiv")
        .hasMessageContaining("default-database");
    assertThatThrownBy(() -> tables.executeSql("CREATE CATALOG m WITH ('type' = 'pelton')"))
        .rootCause()
        .hasMessageContaining("path");
  }
}
