package io.pelton.examples.training;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the JSON model of a {@code binary:logistic} booster (XGBoost 3). The model, unlike the text
 * dump, spells every float32 so that it reads back exactly.
 */
final class ForestReader {
  private static final String OBJECTIVE = "binary:logistic";

  /** Decimals, so that a float32 is rounded once and not by way of a double. */
  private static final ObjectReader JSON =
      new ObjectMapper().reader(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private ForestReader() {}

  /**
   * Parses a model.
   *
   * @throws UnsupportedBoosterException when it has another objective, a categorical split or
   *     arrays of unequal length
   */
  static Forest read(byte[] json) throws IOException {
    JsonNode learner = required(JSON.readTree(json), "learner");
    String objective = required(required(learner, "objective"), "name").asText();
    if (!objective.equals(OBJECTIVE)) {
      throw new UnsupportedBoosterException("objective", OBJECTIVE, objective);
    }
    JsonNode booster = required(required(learner, "gradient_booster"), "model");
    List<Forest.Tree> trees = new ArrayList<>();
    for (JsonNode tree : required(booster, "trees")) {
      trees.add(tree(tree));
    }
    return new Forest(baseMargin(required(learner, "learner_model_param")), List.copyOf(trees));
  }

  /** The base score is a probability, since XGBoost 3.1 spelled as a one-element list. */
  private static float baseMargin(JsonNode parameters) throws IOException {
    String text = required(parameters, "base_score").asText();
    String number = text.startsWith("[") ? text.substring(1, text.length() - 1) : text;
    float probability;
    try {
      probability = Float.parseFloat(number);
    } catch (NumberFormatException e) {
      UnsupportedBoosterException unsupported =
          new UnsupportedBoosterException("base_score", "one number", text);
      unsupported.initCause(e);
      throw unsupported;
    }
    return (float) Math.log(probability / (1.0 - probability));
  }

  private static Forest.Tree tree(JsonNode tree) throws IOException {
    int[] left = integers(tree, "left_children", -1);
    int[] right = integers(tree, "right_children", left.length);
    int[] feature = integers(tree, "split_indices", left.length);
    int[] defaultLeft = integers(tree, "default_left", left.length);
    int[] splitType = integers(tree, "split_type", left.length);
    JsonNode conditions = array(tree, "split_conditions", left.length);
    float[] value = new float[left.length];
    boolean[] missingGoesLeft = new boolean[left.length];
    for (int node = 0; node < left.length; node++) {
      if (splitType[node] != 0) {
        throw new UnsupportedBoosterException("split_type", "0 (numeric)", "" + splitType[node]);
      }
      value[node] = conditions.get(node).floatValue();
      missingGoesLeft[node] = defaultLeft[node] != 0;
    }
    return new Forest.Tree(left, right, feature, value, missingGoesLeft);
  }

  private static int[] integers(JsonNode tree, String name, int length) throws IOException {
    JsonNode array = array(tree, name, length);
    int[] values = new int[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.get(i).asInt();
    }
    return values;
  }

  private static JsonNode array(JsonNode tree, String name, int length) throws IOException {
    JsonNode array = required(tree, name);
    if (length >= 0 && array.size() != length) {
      throw new UnsupportedBoosterException(name, length + " entries", "" + array.size());
    }
    return array;
  }

  private static JsonNode required(JsonNode parent, String name) throws IOException {
    JsonNode child = parent.get(name);
    if (child == null) {
      throw new UnsupportedBoosterException(name, "a field", "none");
    }
    return child;
  }
}
