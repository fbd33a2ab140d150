package io.pelton.flink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.pelton.flink", importOptions = DoNotIncludeTests.class)
class LayersTest {
  @ArchTest
  static final ArchRule IMPORTS_NO_BACKEND =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.pelton.cpu..", "io.pelton.cuda..");

  @ArchTest
  static final ArchRule LIVES_IN_ITS_OWN_PACKAGES =
      classes().should().resideInAPackage("io.pelton.flink..");

  @ArchTest
  static final ArchRule ERRORS_IMPORT_NOTHING =
      classes()
          .that()
          .resideInAPackage("io.pelton.flink.error")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.pelton.flink.error",
              "io.pelton.engine.error",
              "java..",
              "org.apache.flink.annotation");

  @ArchTest
  static final ArchRule MODELS_KNOW_NO_STREAMS =
      noClasses()
          .that()
          .resideInAnyPackage("io.pelton.flink.model", "io.pelton.flink.metrics")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.pelton.flink",
              "io.pelton.flink.operator",
              "io.pelton.flink.type",
              "io.pelton.flink.source",
              "io.pelton.flink.sink",
              "org.apache.flink.streaming..");

  @ArchTest
  static final ArchRule DEVICES_KNOW_NO_MODELS =
      noClasses()
          .that()
          .resideInAPackage("io.pelton.flink.device")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.pelton.flink",
              "io.pelton.flink.model",
              "io.pelton.flink.operator",
              "org.apache.flink.streaming..");

  @ArchTest
  static final ArchRule SOURCES_AND_SINKS_DO_NOT_SCORE =
      noClasses()
          .that()
          .resideInAnyPackage("io.pelton.flink.source", "io.pelton.flink.sink")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.pelton.flink.operator", "io.pelton.flink.model");

  @ArchTest
  static final ArchRule ONLY_MODELS_ARE_IMPORTED_FROM_ONNX =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.pelton.flink.model")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.pelton.onnx..");

  @ArchTest
  static final ArchRule ROWS_OF_TABLES_KNOW_ONLY_ARROW =
      noClasses()
          .that()
          .resideInAPackage("io.pelton.flink.rowdata")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.pelton.flink",
              "io.pelton.flink.format",
              "io.pelton.flink.model",
              "io.pelton.flink.operator",
              "io.pelton.flink.sink",
              "io.pelton.flink.source",
              "io.pelton.flink.type",
              "org.apache.flink.streaming..",
              "org.apache.flink.connector..");

  @ArchTest
  static final ArchRule FORMATS_DO_NOT_SCORE =
      noClasses()
          .that()
          .resideInAPackage("io.pelton.flink.format")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.pelton.flink.operator", "io.pelton.flink.model", "io.pelton.flink.sink");
}
