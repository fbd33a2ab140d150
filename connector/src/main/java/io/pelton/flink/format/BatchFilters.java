package io.pelton.flink.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.functions.FunctionDefinition;

/**
 * What filters say about nulls: directly, or because a comparison with null never holds. Of
 * anything else, every batch is wanted; the planner filters the rows anyway.
 */
final class BatchFilters {
  /** Not true where an argument is null. */
  private static final Set<FunctionDefinition> STRICT =
      Set.of(
          BuiltInFunctionDefinitions.EQUALS,
          BuiltInFunctionDefinitions.NOT_EQUALS,
          BuiltInFunctionDefinitions.LESS_THAN,
          BuiltInFunctionDefinitions.LESS_THAN_OR_EQUAL,
          BuiltInFunctionDefinitions.GREATER_THAN,
          BuiltInFunctionDefinitions.GREATER_THAN_OR_EQUAL,
          BuiltInFunctionDefinitions.BETWEEN,
          BuiltInFunctionDefinitions.LIKE);

  private BatchFilters() {}

  /** All of the filters together. */
  static BatchFilter all(List<ResolvedExpression> filters) {
    return BatchFilter.and(filters.stream().map(BatchFilters::of).toList());
  }

  private static BatchFilter of(ResolvedExpression expression) {
    if (!(expression instanceof CallExpression call)) {
      return BatchFilter.ALL;
    }
    FunctionDefinition function = call.getFunctionDefinition();
    List<ResolvedExpression> arguments = call.getResolvedChildren();
    if (function == BuiltInFunctionDefinitions.AND) {
      return BatchFilter.and(arguments.stream().map(BatchFilters::of).toList());
    }
    if (function == BuiltInFunctionDefinitions.OR) {
      return BatchFilter.or(arguments.stream().map(BatchFilters::of).toList());
    }
    if (function == BuiltInFunctionDefinitions.IS_NULL
        && arguments.get(0) instanceof FieldReferenceExpression field) {
      return BatchFilter.isNull(field.getName());
    }
    if (function == BuiltInFunctionDefinitions.IS_NOT_NULL || STRICT.contains(function)) {
      return valuesOf(arguments);
    }
    return BatchFilter.ALL;
  }

  /** Wants values in all columns among the arguments. */
  private static BatchFilter valuesOf(List<ResolvedExpression> arguments) {
    List<BatchFilter> filters = new ArrayList<>();
    for (ResolvedExpression argument : arguments) {
      ResolvedExpression inner = argument;
      while (inner instanceof CallExpression call
          && call.getFunctionDefinition() == BuiltInFunctionDefinitions.CAST) {
        inner = call.getResolvedChildren().get(0);
      }
      if (inner instanceof FieldReferenceExpression field) {
        filters.add(BatchFilter.isNotNull(field.getName()));
      }
    }
    return BatchFilter.and(filters);
  }
}
