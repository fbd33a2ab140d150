package io.pelton.examples.benchmarks.streaming;

import io.pelton.examples.benchmarks.TreeModel;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.RowInference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;

/** A model with the records that it scores. */
public enum StreamingCase {
  /** A network of 784 numbers to 10, the records one array each. */
  CRAYFISH,
  /** 100 trees of depth 6 over 39 fields. */
  TREES_100,
  /** 200 trees of depth 6 over 39 fields. */
  TREES_200,
  /** The census pipeline: 14 fields, text and numbers, some of them null. */
  ADULT;

  /** Prepared records of a case, a power of two. */
  static final int ROWS = 1024;

  private static final int WIDTH = 39;
  private static final int PIXELS = 784;

  /** What results call it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The model's file, which is deleted when the JVM ends where it is a temporary one. */
  public String model() throws IOException {
    return switch (this) {
      case CRAYFISH ->
          Path.of(
                  System.getProperty("pelton.shared", "../../shared"),
                  "models/crayfish_ffnn/model.onnx")
              .toString();
      case TREES_100 -> written(TreeModel.bytes(100, 6, WIDTH));
      case TREES_200 -> written(TreeModel.bytes(200, 6, WIDTH));
      case ADULT -> System.getProperty("adult.model");
    };
  }

  private String written(byte[] model) throws IOException {
    Path file = Files.createTempFile(label(), ".onnx");
    file.toFile().deleteOnExit();
    return Files.write(file, model).toString();
  }

  public TypeInformation<Row> type() throws IOException {
    return switch (this) {
      case CRAYFISH ->
          Types.ROW_NAMED(
              new String[] {"pixels"}, PrimitiveArrayTypeInfo.FLOAT_PRIMITIVE_ARRAY_TYPE_INFO);
      case TREES_100, TREES_200 -> {
        TypeInformation<?>[] types = new TypeInformation<?>[WIDTH];
        Arrays.fill(types, Types.FLOAT);
        yield Types.ROW_NAMED(fields(), types);
      }
      case ADULT -> AdultRecords.read().type();
    };
  }

  private static String[] fields() {
    return IntStream.range(0, WIDTH).mapToObj(i -> "f" + i).toArray(String[]::new);
  }

  /** {@link #ROWS} of them. */
  public List<Row> rows() throws IOException {
    if (this == ADULT) {
      return AdultRecords.read().rows();
    }
    Random random = new Random(11);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(this == CRAYFISH ? Row.of((Object) pixels(random)) : numbers(random));
    }
    return rows;
  }

  private static float[] pixels(Random random) {
    float[] pixels = new float[PIXELS];
    for (int i = 0; i < PIXELS; i++) {
      pixels[i] = random.nextFloat();
    }
    return pixels;
  }

  private static Row numbers(Random random) {
    Row row = new Row(WIDTH);
    for (int i = 0; i < WIDTH; i++) {
      row.setField(i, (float) random.nextGaussian());
    }
    return row;
  }

  /** The model on such records, with one output. */
  RowInference inference(String model, BatchPolicy batch) {
    RowInference.Builder builder = Inference.rows().name(label()).model(model).batch(batch);
    return switch (this) {
      case CRAYFISH -> builder.input("input", "pixels").build();
      case TREES_100, TREES_200 -> builder.input("x", fields()).build();
      case ADULT -> AdultRecords.policies(builder).output(AdultRecords.OUTPUT).build();
    };
  }

  /** What the model takes and gives, for ONNX Runtime. */
  PeerModel peer(String model) throws IOException {
    return switch (this) {
      case CRAYFISH -> new PeerModel(model, "input", new long[] {1, PIXELS}, "output", 10);
      case TREES_100, TREES_200 -> new PeerModel(model, "x", new long[] {WIDTH}, "y", 1);
      case ADULT -> new PeerModel(model, "", new long[] {1}, AdultRecords.OUTPUT, 2);
    };
  }

  /** How a record's fields become the tensors of ONNX Runtime. */
  PeerInputs inputs(PeerModel model) throws IOException {
    return this == ADULT
        ? new NamedInputs(List.of(((RowTypeInfo) type()).getFieldNames()))
        : new MatrixInput(model);
  }
}
