package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import io.pelton.arrow.BindingMismatch;
import io.pelton.arrow.UnknownColumn;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Inference;
import io.pelton.flink.PojoInferenceBuilder;
import io.pelton.flink.Prediction;
import io.pelton.flink.RecordModels;
import io.pelton.flink.TestModels;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.UnsupportedField;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects of classes: which of their fields feed which inputs, and what becomes of bad ones. */
class PojoInferenceTest {
  private static final TypeInformation<Order> ORDERS = TypeInformation.of(Order.class);

  @TempDir Path folder;

  /** Fields as Flink finds them: public ones, and others with getter and setter. */
  public static class Order {
    public Customer customer;
    public List<Float> weights;
    public long[] counts;
    public Color color;
    public Date day;
    public Map<String, Float> map;
    public Byte small;
    private float price;
    private boolean paid;

    public Order() {}

    public float getPrice() {
      return price;
    }

    public void setPrice(float newPrice) {
      price = newPrice;
    }

    public boolean isPaid() {
      return paid;
    }

    public void setPaid(boolean newPaid) {
      paid = newPaid;
    }
  }

  /** A record within. */
  public record Customer(short age, Integer children, String name) {}

  public enum Color {
    RED,
    GREEN
  }

  private static Order order() {
    Order order = new Order();
    order.customer = new Customer((short) 30, 2, "0.5");
    order.weights = List.of(1f, 2f);
    order.counts = new long[] {3, 4};
    order.color = Color.GREEN;
    order.small = 5;
    order.setPrice(6.5f);
    order.setPaid(true);
    return order;
  }

  @Test
  void fieldsWithinAreNamedByPath() throws Exception {
    Order orphan = order();
    orphan.customer = null;
    PojoInferenceBuilder<Order> builder =
        builder(RecordModels.doubled(folder, DataType.DOUBLE_VALUE, 4))
            .input("x", "customer.age", "customer.children", "price", "small");
    List<Prediction<Order>> predictions =
        RecordHarness.score(builder.build(), ORDERS, List.of(order(), orphan));
    assertThat(predictions.get(0).doubles("y")).containsExactly(60, 4, 13, 10);
    assertThat(predictions.get(1).doubles("y")).containsExactly(Double.NaN, Double.NaN, 13, 10);
    assertThat(predictions.get(0).input().customer).isEqualTo(order().customer);
    assertThat(predictions.get(1).input().customer).isNull();
  }

  @Test
  void listsAndArraysFeedOneInput() throws Exception {
    Path model = RecordModels.doubled(folder, DataType.FLOAT_VALUE, 2);
    Order none = order();
    none.weights = null;
    assertThat(
            RecordHarness.score(
                builder(model).input("x", "weights").build(), ORDERS, List.of(order(), none)))
        .extracting(prediction -> prediction.floats("y"))
        .containsExactly(new float[] {2, 4}, new float[] {Float.NaN, Float.NaN});
    assertThat(
            RecordHarness.score(
                builder(model).input("x", "counts").build(), ORDERS, List.of(order())))
        .extracting(prediction -> prediction.floats("y"))
        .containsExactly(new float[] {6, 8});
  }

  @Test
  void enumsAreStrings() throws Exception {
    PojoInferenceBuilder<Order> builder =
        builder(RecordModels.texts(folder)).input("text", "color");
    assertThat(RecordHarness.score(builder.build(), ORDERS, List.of(order())))
        .extracting(prediction -> prediction.text("same"))
        .containsExactly("GREEN");
  }

  @Test
  void badObjectsGoAsideWithFieldAndReason() throws Exception {
    OutputTag<FailedRecord<Order>> bad = FailedRecord.tag("bad", ORDERS);
    Order shorter = order();
    shorter.counts = new long[] {1};
    Order missing = order();
    missing.counts = null;
    PojoInferenceBuilder<Order> builder =
        builder(RecordModels.doubled(folder, DataType.INT64_VALUE, 2))
            .input("x", "counts")
            .errors(ErrorPolicy.sideOutput(bad));
    try (RecordHarness<Order> harness = RecordHarness.open(builder.build(), ORDERS, order())) {
      harness.processElement(order(), 0);
      harness.processElement(shorter, 1);
      harness.processElement(missing, 2);
      harness.processElement(order(), 3);
      harness.endInput();
      assertThat(harness.timestamps()).containsExactly(0L, 3L);
      assertThat(harness.failed(bad))
          .extracting(failed -> failed.record().counts)
          .containsExactly(new long[] {1}, null);
      assertThat(harness.failed(bad)).extracting(FailedRecord::field).containsOnly("counts");
      assertThat(harness.failed(bad).get(0).reason())
          .isEqualTo("Expected a list of 2 elements, found 1.");
    }
  }

  @Test
  void whatDoesNotSuitTheModelIsRefusedWhenTheJobIsBuilt() {
    PojoInferenceBuilder<Order> absent = builder(TestModels.relu(folder)).input("x", "cost");
    assertThatThrownBy(absent::build)
        .isInstanceOf(UnknownColumn.class)
        .hasMessageContaining("'cost'")
        .hasMessageContaining("customer.age");
    PojoInferenceBuilder<Order> text = builder(TestModels.relu(folder)).input("x", "customer.name");
    assertThatThrownBy(text::build)
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("'customer.name'")
        .hasMessageContaining("a column of numbers");
    for (String field : List.of("day", "map")) {
      PojoInferenceBuilder<Order> other = builder(TestModels.relu(folder)).input("x", field);
      assertThatThrownBy(other::build)
          .isInstanceOf(UnsupportedField.class)
          .hasMessageContaining("Field '" + field + "'")
          .hasMessageContaining("enums");
    }
  }

  /** Not public. */
  static class Hidden {
    public float x;
  }

  public static class WithoutFields {}

  @SuppressWarnings("UnusedVariable")
  public static class WithoutGetter {
    private float x;

    public void setX(float newX) {
      x = newX;
    }
  }

  public static class WithoutSetter {
    private float x;

    public float getX() {
      return x;
    }
  }

  public static class WithoutConstructor {
    public float x;

    public WithoutConstructor(float x) {
      this.x = x;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "io.pelton.flink.operator.PojoInferenceTest$Hidden,the class is not public",
    "io.pelton.flink.operator.PojoInferenceTest$WithoutFields,the class has no fields",
    "io.pelton.flink.operator.PojoInferenceTest$WithoutGetter,'x' is not public and has no getter",
    "io.pelton.flink.operator.PojoInferenceTest$WithoutSetter,'x' is not public and has no setter",
    "io.pelton.flink.operator.PojoInferenceTest$WithoutConstructor,no public constructor",
    "java.lang.Comparable,an interface has no fields",
    "java.lang.String,Flink takes it for String",
    "org.apache.flink.api.java.tuple.Tuple2,generic parameters are missing",
  })
  void classesThatFlinkDoesNotReadAreRefusedWithItsReason(Class<?> type, String reason) {
    assertThatThrownBy(() -> Inference.pojos(type))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("Setting type")
        .hasMessageContaining(type.getName())
        .hasMessageContaining(reason)
        .hasMessageContaining("functions(…)");
  }

  private static PojoInferenceBuilder<Order> builder(Path model) {
    return Inference.pojos(Order.class)
        .model(model.toString())
        .batch(BatchPolicy.of(2, Duration.ofMillis(10)));
  }
}
