package io.pelton.engine;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;

@AnalyzeClasses(packages = "io.pelton.engine", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  @ArchTest
  static final ArchRule NOTHING_IMPORTS_UPWARDS =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("error")
          .definedBy("..engine.error..")
          .layer("guard")
          .definedBy("..engine.guard..")
          .layer("crew")
          .definedBy("..engine.crew..")
          .layer("tensor")
          .definedBy("..engine.tensor..")
          .layer("graph")
          .definedBy("..engine.graph..")
          .layer("kernel")
          .definedBy("..engine.kernel..")
          .layer("optimize")
          .definedBy("..engine.optimize..")
          .layer("plan")
          .definedBy("..engine.plan..")
          .layer("bind")
          .definedBy("..engine.bind..")
          .layer("realize")
          .definedBy("..engine.realize..")
          .layer("executable")
          .definedBy("..engine.executable..")
          .whereLayer("error")
          .mayNotAccessAnyLayer()
          .whereLayer("guard")
          .mayOnlyAccessLayers("error")
          .whereLayer("crew")
          .mayNotAccessAnyLayer()
          .whereLayer("tensor")
          .mayOnlyAccessLayers("error")
          .whereLayer("graph")
          .mayOnlyAccessLayers("tensor", "error")
          .whereLayer("kernel")
          .mayOnlyAccessLayers("graph", "tensor", "crew", "error")
          .whereLayer("optimize")
          .mayOnlyAccessLayers("kernel", "graph", "tensor", "error")
          .whereLayer("plan")
          .mayOnlyAccessLayers("optimize", "kernel", "graph", "tensor", "error")
          .whereLayer("bind")
          .mayOnlyAccessLayers("plan", "kernel", "graph", "tensor", "crew", "error")
          .whereLayer("realize")
          .mayOnlyAccessLayers(
              "bind", "plan", "optimize", "kernel", "graph", "tensor", "guard", "error");

  @ArchTest
  static final ArchRule THE_ENGINE_KNOWS_ONLY_JAVA =
      ArchRuleDefinition.classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.pelton.engine..", "java..");
}
