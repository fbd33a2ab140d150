package io.pelton.flink.format;

import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.AND;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.CAST;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.EQUALS;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.GREATER_THAN;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.IS_NOT_NULL;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.IS_NULL;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.NOT;
import static org.apache.flink.table.functions.BuiltInFunctionDefinitions.OR;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.TypeLiteralExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinition;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

/** A batch where {@code empty} is null in every row and {@code full} in none. */
class BatchFiltersTest {
  private static final BatchFilter.Nulls BATCH =
      new BatchFilter.Nulls() {
        @Override
        public boolean mayBeNull(String column) {
          return !column.equals("full");
        }

        @Override
        public boolean mayHaveValue(String column) {
          return !column.equals("empty");
        }
      };

  private static final ResolvedExpression EMPTY = field("empty");
  private static final ResolvedExpression FULL = field("full");
  private static final ResolvedExpression OTHER = field("other");
  private static final ResolvedExpression ONE = new ValueLiteralExpression(1);

  private static ResolvedExpression field(String name) {
    return new FieldReferenceExpression(name, DataTypes.INT(), 0, 0);
  }

  private static ResolvedExpression call(
      BuiltInFunctionDefinition function, ResolvedExpression... arguments) {
    return CallExpression.permanent(function, List.of(arguments), DataTypes.BOOLEAN());
  }

  private static boolean wanted(ResolvedExpression... filters) {
    return BatchFilters.all(List.of(filters)).mayHold(BATCH);
  }

  @Test
  void nullsAreToldDirectly() {
    assertThat(wanted(call(IS_NULL, EMPTY))).isTrue();
    assertThat(wanted(call(IS_NULL, FULL))).isFalse();
    assertThat(wanted(call(IS_NOT_NULL, EMPTY))).isFalse();
    assertThat(wanted(call(IS_NOT_NULL, FULL))).isTrue();
    assertThat(wanted(call(IS_NULL, OTHER), call(IS_NOT_NULL, OTHER))).isTrue();
  }

  @Test
  void comparisonsWantValues() {
    ResolvedExpression cast = call(CAST, EMPTY, new TypeLiteralExpression(DataTypes.BIGINT()));
    assertThat(wanted(call(GREATER_THAN, EMPTY, ONE))).isFalse();
    assertThat(wanted(call(EQUALS, ONE, cast))).isFalse();
    assertThat(wanted(call(EQUALS, FULL, OTHER))).isTrue();
    assertThat(wanted(call(EQUALS, FULL, EMPTY))).isFalse();
    assertThat(wanted(call(IS_NULL, cast))).isTrue();
  }

  @Test
  void connectivesArePassedThrough() {
    ResolvedExpression never = call(IS_NULL, FULL);
    ResolvedExpression always = call(IS_NULL, OTHER);
    assertThat(wanted(call(AND, always, never))).isFalse();
    assertThat(wanted(call(OR, always, never))).isTrue();
    assertThat(wanted(call(OR, never, call(EQUALS, EMPTY, ONE)))).isFalse();
    assertThat(wanted(call(OR, never, call(NOT, always)))).isTrue();
    assertThat(wanted(always, never)).isFalse();
  }

  @Test
  void whatIsNotUnderstoodWantsEverythingAlsoAfterACopy() throws Exception {
    assertThat(BatchFilters.all(List.of(call(NOT, call(IS_NULL, FULL)), ONE)))
        .isSameAs(BatchFilter.ALL);
    assertThat(InstantiationUtil.clone(BatchFilter.ALL)).isSameAs(BatchFilter.ALL);
    BatchFilter never = BatchFilters.all(List.of(call(IS_NULL, FULL)));
    assertThat(InstantiationUtil.clone(never).mayHold(BATCH)).isFalse();
  }
}
