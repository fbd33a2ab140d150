package io.pelton.onnx.op;

import com.google.protobuf.ByteString;
import io.pelton.engine.graph.CellFunction;
import io.pelton.engine.graph.CellFunction.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads the functions of recurrent cells. Their parameters stand in two lists that go on at each
 * function that takes one; functions behind a list's end have the defaults of the operators of the
 * same name.
 */
final class CellFunctions {
  private final OnnxNode node;

  private CellFunctions(OnnxNode node) {
    this.node = node;
  }

  static List<CellFunction> read(OnnxNode node, int directions, Kind... usual) {
    CellFunctions functions = new CellFunctions(node);
    List<Kind> kinds = functions.kinds(directions, usual);
    float[] alphas = functions.parameters("activation_alpha", kinds, Kind::hasAlpha);
    float[] betas = functions.parameters("activation_beta", kinds, Kind::hasBeta);
    List<CellFunction> found = new ArrayList<>();
    int alpha = 0;
    int beta = 0;
    for (Kind kind : kinds) {
      found.add(
          new CellFunction(
              kind,
              kind.hasAlpha() ? parameter(alphas, alpha++, usualAlpha(kind)) : 0,
              kind.hasBeta() ? parameter(betas, beta++, usualBeta(kind)) : 0));
    }
    return found;
  }

  private List<Kind> kinds(int directions, Kind... usual) {
    int count = directions * usual.length;
    Optional<List<ByteString>> names = node.attributes().texts("activations");
    if (names.isEmpty() || names.get().isEmpty()) {
      List<Kind> kinds = new ArrayList<>();
      for (int direction = 0; direction < directions; direction++) {
        kinds.addAll(List.of(usual));
      }
      return kinds;
    }
    // the default of RNN names two, of which one direction uses the first
    boolean isLonger = usual.length == 1 && names.get().size() > count;
    node.check(
        isLonger || names.get().size() == count,
        "'activations' has " + names.get().size() + " entries instead of " + count);
    return names.get().subList(0, count).stream().map(this::kind).toList();
  }

  /** Older models don't take care of the case. */
  private Kind kind(ByteString name) {
    String plain = name.toStringUtf8().toUpperCase(Locale.ROOT);
    for (Kind kind : Kind.values()) {
      if (kind.name().replace("_", "").equals(plain)) {
        return kind;
      }
    }
    throw node.invalid("'activations' has the unknown function '" + name.toStringUtf8() + "'");
  }

  private float[] parameters(String name, List<Kind> kinds, Predicate<Kind> takes) {
    float[] given = node.attributes().numbersOrNone(name);
    long takers = kinds.stream().filter(takes).count();
    node.check(
        given.length <= takers,
        "'" + name + "' has " + given.length + " entries for " + takers + " functions of " + kinds);
    return given;
  }

  private static float parameter(float[] given, int place, float fallback) {
    return place < given.length ? given[place] : fallback;
  }

  private static float usualAlpha(Kind kind) {
    return switch (kind) {
      case LEAKY_RELU -> 0.01f;
      case HARD_SIGMOID -> 0.2f;
      default -> 1;
    };
  }

  private static float usualBeta(Kind kind) {
    return switch (kind) {
      case HARD_SIGMOID -> 0.5f;
      case SCALED_TANH -> 1;
      default -> 0;
    };
  }
}
