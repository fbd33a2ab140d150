package io.pelton.arrow;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

@AnalyzeClasses(packages = "io.pelton.arrow", importOptions = DoNotIncludeTests.class)
class LayersTest {
  @ArchTest
  static final ArchRule ofTheEngineOnlyTensorsAndErrors =
      classes()
          .that()
          .resideInAPackage("io.pelton.arrow..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "io.pelton.arrow..",
              "io.pelton.engine.tensor",
              "io.pelton.engine.error",
              "org.apache.arrow..",
              "org.apache.avro..",
              "org.apache.commons.compress..",
              "net.jpountz..",
              "com.google.flatbuffers..");

  @ArchTest
  static final ArchRule theRootDoesNotKnowFiles =
      noClasses()
          .that()
          .resideInAnyPackage("io.pelton.arrow", "io.pelton.arrow.type")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.pelton.arrow.io");

  @ArchTest
  static final ArchRule avroIsOfItsPackageAlone =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.pelton.arrow.avro")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.pelton.arrow.avro", "org.apache.avro..");

  @ArchTest
  static final ArchRule theDatasetLibraryIsOptional =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.pelton.arrow.dataset")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.arrow.dataset..", "org.apache.arrow.c..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      SlicesRuleDefinition.slices().matching("io.pelton.arrow.(**)").should().beFreeOfCycles();
}
