package io.pelton.cpu;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.pelton.cpu", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  @ArchTest
  static final ArchRule THE_BACKEND_KNOWS_THE_KERNEL_SPI_ONLY =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "com.sun.management",
              "io.pelton.cpu..",
              "io.pelton.engine.kernel",
              "io.pelton.engine.graph",
              "io.pelton.engine.tensor",
              "io.pelton.engine.error");

  @ArchTest
  static final ArchRule MATH_KNOWS_NOTHING =
      classes()
          .that()
          .resideInAPackage("io.pelton.cpu.math")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "io.pelton.cpu.math");

  @ArchTest
  static final ArchRule BLOCKS_KNOW_NO_KERNEL =
      noClasses()
          .that()
          .resideInAPackage("io.pelton.cpu.block")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.pelton.cpu.kernel..", "io.pelton.engine.graph");

  @ArchTest
  static final ArchRule KERNELS_DO_NOT_KNOW_THE_PROVIDER =
      noClasses()
          .that()
          .resideInAPackage("io.pelton.cpu.kernel..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.pelton.cpu");
}
