package io.pelton.cuda;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.pelton.cuda", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  @ArchTest
  static final ArchRule THE_BACKEND_KNOWS_THE_KERNEL_SPI_AND_JCUDA_ONLY =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "jcuda..",
              "io.pelton.cuda..",
              "io.pelton.engine.kernel",
              "io.pelton.engine.graph",
              "io.pelton.engine.tensor",
              "io.pelton.engine.error");

  @ArchTest
  static final ArchRule EACH_LAYER_KNOWS_THOSE_BELOW =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("provider")
          .definedBy("io.pelton.cuda")
          .layer("kernel")
          .definedBy("io.pelton.cuda.kernel..")
          .layer("launch")
          .definedBy("io.pelton.cuda.launch")
          .layer("memory")
          .definedBy("io.pelton.cuda.memory")
          .layer("driver")
          .definedBy("io.pelton.cuda.driver")
          .whereLayer("provider")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("kernel")
          .mayOnlyBeAccessedByLayers("provider")
          .whereLayer("launch")
          .mayOnlyBeAccessedByLayers("kernel")
          .whereLayer("memory")
          .mayOnlyBeAccessedByLayers("provider", "kernel", "launch");
}
