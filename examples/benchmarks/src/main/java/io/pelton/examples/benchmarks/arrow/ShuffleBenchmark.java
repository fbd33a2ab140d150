package io.pelton.examples.benchmarks.arrow;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBatchBuilder;
import io.pelton.arrow.io.Compression;
import io.pelton.examples.benchmarks.Contender;
import io.pelton.examples.benchmarks.Results;
import io.pelton.flink.type.ArrowBatchTypeInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.types.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What it costs to send rows of floats between tasks: one Arrow batch by Pelton's serializer,
 * beside the same rows one by one by Flink's.
 */
@Command(
    name = "arrow-shuffle",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Serializing and deserializing Arrow batches against Flink's serializer of rows.")
public final class ShuffleBenchmark implements Callable<Integer> {
  private static final int PASSES = 8;

  @Option(names = "--columns", description = "Float columns.")
  private int columns = 28;

  @Option(names = "--rows", description = "Rows of a batch.")
  private int rows = 1024;

  @Option(names = "--rounds", description = "Measured rounds, in each of which all take turns.")
  private int rounds = 51;

  @Option(names = "--warm-up", description = "Rounds before that.")
  private int warmUp = 200;

  @Override
  public Integer call() throws Exception {
    try (ArrowAllocator allocator = ArrowAllocator.open("arrow-shuffle");
        ArrowBatch batch = batch(allocator)) {
      List<Row> records = records(batch);
      Trip<Row> peer = new Trip<>(rowType(), records);
      Map<String, Trip<ArrowBatch>> ours = new LinkedHashMap<>();
      ours.put("", new Trip<>(ArrowBatchTypeInfo.INSTANCE, List.of(batch)));
      for (Compression compression : List.of(Compression.LZ4, Compression.ZSTD)) {
        ours.put(
            "-" + compression.name().toLowerCase(Locale.ROOT),
            new Trip<>(ArrowBatchTypeInfo.compressed(compression), List.of(batch)));
      }
      check(records, peer, ours);
      measure("serialize", peer.out(), outs(ours));
      measure("deserialize", peer.in(), ins(ours));
      Results.value("serialized-row-peer", (double) peer.bytes() / rows, "bytes");
      ours.forEach(
          (name, trip) ->
              Results.value("serialized-row" + name, (double) trip.bytes() / rows, "bytes"));
    }
    return 0;
  }

  private static Map<String, Contender.Pass> outs(Map<String, Trip<ArrowBatch>> trips) {
    Map<String, Contender.Pass> passes = new LinkedHashMap<>();
    trips.forEach((name, trip) -> passes.put(name, trip.out()));
    return passes;
  }

  private static Map<String, Contender.Pass> ins(Map<String, Trip<ArrowBatch>> trips) {
    Map<String, Contender.Pass> passes = new LinkedHashMap<>();
    trips.forEach((name, trip) -> passes.put(name, trip.in()));
    return passes;
  }

  private void measure(String what, Contender.Pass peer, Map<String, Contender.Pass> ours) {
    Map<String, Contender> contenders = new LinkedHashMap<>();
    ours.forEach((name, pass) -> contenders.put(name, new Contender(pass, PASSES, rounds)));
    Contender rival = new Contender(peer, PASSES, rounds);
    List<Contender> all = new ArrayList<>(contenders.values());
    all.add(rival);
    Contender.takeTurns(all, warmUp, rounds);
    String name = what + "-" + columns;
    Results.value(name + "-peer", rival.nanos() / rows, "ns/row");
    Results.value(name + "-peer-allocated", rival.allocated() / rows, "bytes/row");
    contenders.forEach(
        (suffix, contender) -> {
          Results.value(name + suffix, contender.nanos() / rows, "ns/row");
          Results.value(name + suffix + "-allocated", contender.allocated() / rows, "bytes/row");
        });
    contenders.forEach((suffix, each) -> Results.ratio(name + suffix, each.ratioTo(rival)));
  }

  /** Floats of few digits, as features are. */
  private ArrowBatch batch(ArrowAllocator allocator) {
    List<Field> fields = new ArrayList<>();
    for (int column = 0; column < columns; column++) {
      fields.add(
          Field.nullable("f" + column, new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)));
    }
    Random random = new Random(28);
    try (ArrowBatchBuilder builder =
        ArrowBatchBuilder.create(allocator, new Schema(fields), rows)) {
      for (int row = 0; row < rows; row++) {
        builder.startRow();
        for (int column = 0; column < columns; column++) {
          builder.setValue(column, random.nextInt(10_000) / 1000f);
        }
        builder.endRow();
      }
      return builder.finish();
    }
  }

  private List<Row> records(ArrowBatch batch) {
    List<Row> records = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      Row record = new Row(columns);
      for (int column = 0; column < columns; column++) {
        record.setField(column, ((Float4Vector) batch.vector(column)).get(row));
      }
      records.add(record);
    }
    return records;
  }

  private TypeInformation<Row> rowType() {
    TypeInformation<?>[] types = new TypeInformation<?>[columns];
    Arrays.fill(types, Types.FLOAT);
    return Types.ROW(types);
  }

  /** Both sides have to hand over the same rows. */
  private void check(List<Row> records, Trip<Row> peer, Map<String, Trip<ArrowBatch>> ours)
      throws Exception {
    if (!peer.read().equals(records)) {
      throw new IllegalStateException("the peer's rows differ from those sent");
    }
    for (Map.Entry<String, Trip<ArrowBatch>> each : ours.entrySet()) {
      if (!records(each.getValue().read().get(0)).equals(records)) {
        throw new IllegalStateException("the rows" + each.getKey() + " differ from those sent");
      }
    }
  }
}
