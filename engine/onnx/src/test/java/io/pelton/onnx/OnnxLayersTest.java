package io.pelton.onnx;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom in the importer. */
@AnalyzeClasses(packages = "io.pelton.onnx", importOptions = ImportOption.DoNotIncludeTests.class)
class OnnxLayersTest {
  @ArchTest
  static final ArchRule IMPORTS_THE_GRAPH_AND_WHAT_IT_IS_MADE_OF =
      classes()
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                  "java..",
                  "ai.onnx.proto..",
                  "com.google.protobuf..",
                  "io.pelton.onnx..",
                  "io.pelton.engine.graph",
                  "io.pelton.engine.tensor",
                  "io.pelton.engine.error"));

  @ArchTest
  static final ArchRule READING_FILES_KNOWS_NO_OPERATORS =
      noClasses()
          .that()
          .resideInAPackage("io.pelton.onnx.proto")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.pelton.onnx.op");

  @ArchTest
  static final ArchRule ONLY_THE_EXCEPTIONS_ARE_KNOWN_BELOW =
      classes()
          .that()
          .resideInAnyPackage("io.pelton.onnx.proto", "io.pelton.onnx.op")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("io.pelton.onnx.proto", "io.pelton.onnx.op")
                  .or(not(resideInAnyPackage("io.pelton.onnx")))
                  .or(assignableTo(OnnxException.class))
                  // what one of the exceptions lists
                  .or(assignableTo(UnsupportedNode.class)));
}
