package io.pelton.flink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.pelton.flink.operator.ScoringSpec;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.annotation.Experimental;
import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.Public;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.streaming.runtime.tasks.StreamTask;
import org.junit.jupiter.api.Test;

/** What users may rely on says so, and shows them nothing else. */
class PublicApiTest {
  /** Public, and not within a class that is not. */
  private static final DescribedPredicate<JavaClass> REACHABLE =
      DescribedPredicate.describe(
          "can be reached",
          type ->
              type.getModifiers().contains(JavaModifier.PUBLIC)
                  && type.getEnclosingClass().map(PublicApiTest::isReachable).orElse(true));

  private static final ArchRule PUBLIC_CLASSES_SAY_WHAT_THEY_ARE =
      classes().that(REACHABLE).and().areTopLevelClasses().should(beAnnotated());

  private static final ArchRule THE_API_SHOWS_NOTHING_INTERNAL =
      classes().that(REACHABLE).and(api()).should(showNothingInternal());

  /** What Flink's own interfaces ask for, although Flink calls it internal. */
  private static final Set<String> UNAVOIDABLE =
      Set.of(
          "org.apache.flink.connector.file.sink.FileSinkCommittable",
          "org.apache.flink.connector.file.sink.writer.FileWriterBucketState",
          "org.apache.flink.connector.file.table.format.BulkDecodingFormat");

  private static boolean isReachable(JavaClass type) {
    return REACHABLE.test(type);
  }

  @Test
  void publicClassesSayWhatTheyAre() throws URISyntaxException {
    PUBLIC_CLASSES_SAY_WHAT_THEY_ARE.check(connector());
  }

  @Test
  void theApiShowsNothingInternal() throws URISyntaxException {
    THE_API_SHOWS_NOTHING_INTERNAL.check(connector());
  }

  private static JavaClasses connector() throws URISyntaxException {
    URI classes = Inference.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    return new ClassFileImporter().importPath(Path.of(classes));
  }

  @Test
  void theRulesCanBeBroken() {
    var broken =
        new ClassFileImporter()
            .importClasses(Api.class, Api.Part.class, Unmarked.class, PublicApiTest.class);
    assertThat(violations(classes().that().areNotTopLevelClasses().should(beAnnotated()), broken))
        .singleElement()
        .asString()
        .contains("Unmarked");
    assertThat(violations(classes().that(api()).should(showNothingInternal()), broken))
        .hasSize(5)
        .anyMatch(text -> text.contains("Api.parameter") && text.contains("ScoringSpec"))
        .anyMatch(text -> text.contains("Api.result") && text.contains("ScoringSpec"))
        .anyMatch(text -> text.contains("Api.inherited") && text.contains("StreamTask"))
        .anyMatch(text -> text.contains("Api.field") && text.contains("ScoringSpec"))
        .anyMatch(text -> text.contains("Part.within") && text.contains("ScoringSpec"));
  }

  private static List<String> violations(ArchRule rule, JavaClasses classes) {
    return rule.evaluate(classes).getFailureReport().getDetails();
  }

  /** Shows everything that it should not. */
  @PublicEvolving
  static class Api {
    public ScoringSpec<?> field;

    public void parameter(List<ScoringSpec<?>> specs) {}

    public ScoringSpec<?> result() {
      return null;
    }

    protected void inherited(StreamTask<?, ?> task) {}

    void hidden(ScoringSpec<?> spec) {}

    public void fine(Prediction<?> prediction) {}

    /** Part of the API without saying so. */
    public static class Part {
      public void within(ScoringSpec<?> spec) {}
    }
  }

  /** Says nothing of itself. */
  public static class Unmarked {}

  private static ArchCondition<JavaClass> beAnnotated() {
    return new ArchCondition<>("be annotated with what may be relied on") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean isMarked = isApi(type) || isInternal(type);
        events.add(
            new SimpleConditionEvent(
                type,
                isMarked,
                type.getName() + " is neither @PublicEvolving, @Experimental nor @Internal"));
      }
    };
  }

  private static DescribedPredicate<JavaClass> api() {
    return DescribedPredicate.describe("belong to the API", PublicApiTest::isApi);
  }

  private static boolean isApi(JavaClass type) {
    boolean isMarked =
        type.isAnnotatedWith(PublicEvolving.class)
            || type.isAnnotatedWith(Public.class)
            || type.isAnnotatedWith(Experimental.class);
    return isMarked
        || (!type.isAnnotatedWith(Internal.class)
            && type.getEnclosingClass().map(PublicApiTest::isApi).orElse(false));
  }

  private static boolean isInternal(JavaClass type) {
    return type.isAnnotatedWith(Internal.class)
        || type.getEnclosingClass().map(PublicApiTest::isInternal).orElse(false);
  }

  private static ArchCondition<JavaClass> showNothingInternal() {
    return new ArchCondition<>("show nothing internal") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (JavaMember member : type.getMembers()) {
          if (isVisible(member)) {
            for (JavaClass shown : shown(member)) {
              boolean isFine = !isInternal(shown) || UNAVOIDABLE.contains(shown.getName());
              events.add(
                  new SimpleConditionEvent(
                      member, isFine, member.getFullName() + " shows " + shown.getName()));
            }
          }
        }
      }
    };
  }

  private static boolean isVisible(JavaMember member) {
    Set<JavaModifier> modifiers = member.getModifiers();
    return !modifiers.contains(JavaModifier.SYNTHETIC)
        && (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED));
  }

  private static Set<JavaClass> shown(JavaMember member) {
    Set<JavaClass> shown = new LinkedHashSet<>();
    if (member instanceof JavaField field) {
      shown.addAll(field.getType().getAllInvolvedRawTypes());
    } else if (member instanceof JavaCodeUnit unit) {
      shown.addAll(unit.getReturnType().getAllInvolvedRawTypes());
      for (JavaType parameter : unit.getParameterTypes()) {
        shown.addAll(parameter.getAllInvolvedRawTypes());
      }
    }
    return shown;
  }
}
