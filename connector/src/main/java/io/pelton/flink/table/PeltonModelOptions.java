package io.pelton.flink.table;

import static org.apache.flink.configuration.ConfigOptions.key;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.Truncation;
import io.pelton.flink.model.LoadSettings;
import io.pelton.flink.operator.TextSpec;
import io.pelton.flink.text.Pooling;
import java.time.Duration;
import java.util.List;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;

/**
 * Options of models whose {@code 'provider'} is {@code 'pelton'}. They are given when a model is
 * created; those that {@code docs/sql.md} lists as such can be given per query, too, in the MAP of
 * {@code ML_PREDICT}.
 */
@PublicEvolving
public final class PeltonModelOptions {
  /** Enough for most models to compute at their best rate. */
  private static final int DEFAULT_ROWS = 256;

  public static final ConfigOption<String> MODEL =
      key("model")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The model's file in the ONNX format: a path or URI of Flink's file systems, as"
                  + " 's3://models/fraud.onnx'; 'classpath:' and the name of a resource; or"
                  + " 'cached:' and a name of 'pipeline.cached-files', with '/' and a path behind"
                  + " it where that is a folder. It is read when a query is planned, and by every"
                  + " TaskManager.");

  public static final ConfigOption<String> MODEL_VERSION =
      key("model-version")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The version that the model must have: what its metadata says under 'version' or"
                  + " 'model_version', or the first digits of its SHA-256, at least 7.");

  public static final ConfigOption<String> CHECKSUM =
      key("checksum")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The SHA-256 of the model's file, as 64 hexadecimal digits. Without it, what was read"
                  + " when the query was planned is what every TaskManager must find.");

  public static final ConfigOption<String> DEVICE =
      key("device")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Where to run: 'cpu', 'cuda', 'cuda:1', 'auto' or another backend; by default the"
                  + " best one for the host.");

  public static final ConfigOption<String> DEVICE_RESOURCE =
      key("device-resource")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Which of Flink's 'external-resources' lists the devices that may be used; by default"
                  + " 'gpu', where a TaskManager has that. Once given, every TaskManager must have"
                  + " it.");

  public static final ConfigOption<Integer> BATCH_MAX_ROWS =
      key("batch.max-rows")
          .intType()
          .defaultValue(DEFAULT_ROWS)
          .withDescription(
              "The most rows that are scored together, 1 to 1048576. There are never more than"
                  + " 'max-concurrent-operations' allows. No prediction depends on it.");

  public static final ConfigOption<MemorySize> BATCH_MAX_BYTES =
      key("batch.max-bytes")
          .memoryType()
          .noDefaultValue()
          .withDescription(
              "A batch is scored, too, when its rows take so much memory; by default, and at most,"
                  + " an eighth of 'memory-limit'.");

  public static final ConfigOption<Duration> BATCH_LINGER =
      key("batch.linger")
          .durationType()
          .defaultValue(BatchPolicy.DEFAULT_LINGER)
          .withDescription(
              "The most that the first row of a batch waits for others, 1 ms to 1 min, and less"
                  + " than 'timeout'. Where rows come fast enough to fill batches it plays no"
                  + " part.");

  public static final ConfigOption<Integer> BATCH_MAX_ELEMENTS =
      key("batch.max-elements")
          .intType()
          .defaultValue(LengthPolicy.DEFAULT_MAX_ELEMENTS)
          .withDescription(
              "Bounds the memory of a run of a model that takes lists of any length: a batch is"
                  + " scored in parts of so many elements, padding included.");

  public static final ConfigOption<NullHandling> NULL_HANDLING =
      key("null-handling")
          .enumType(NullHandling.class)
          .defaultValue(NullHandling.STANDARD)
          .withDescription(
              "What becomes of NULL at inputs: 'standard' (NaN for floats, a row that can't be"
                  + " scored for all others), 'fail' (a row that can't be scored), 'nan' (floats"
                  + " only), 'drop' (the row does not come out), or 'default'"
                  + " ('null-handling.default').");

  public static final ConfigOption<String> NULL_DEFAULT =
      key("null-handling.default")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "What NULL stands for where 'null-handling' is 'default': a number, 'true' or"
                  + " 'false', or a text, as the input takes it.");

  public static final ConfigOption<String> NULL_INPUTS =
      key("null-handling.inputs")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Inputs for which NULL is something else, as 'age = nan; city = default(unknown)'.");

  public static final ConfigOption<ErrorHandling> ERROR_HANDLING =
      key("error-handling")
          .enumType(ErrorHandling.class)
          .defaultValue(ErrorHandling.FAIL)
          .withDescription(
              "What becomes of a row that can't be scored: 'fail' (the query fails), 'null' (the"
                  + " row comes out with NULL in the model's columns), or 'skip' (it does not come"
                  + " out). Failures that are not about a row always fail the query.");

  public static final ConfigOption<String> INPUT_MAPPING =
      key("input.mapping")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Columns for inputs that have another name, as 'input_1 = age, hours; input_2 ="
                  + " address.city': several for an input [N,F], in its order. Names with other"
                  + " characters than letters, digits and _.-/: stand in backticks.");

  public static final ConfigOption<String> OUTPUT_MAPPING =
      key("output.mapping")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Outputs for columns that have another name, as 'label = output_label; risk ="
                  + " probabilities[1]': an element by its position from 0, or an entry of a map by"
                  + " its key, as probabilities['yes'].");

  public static final ConfigOption<Integer> EXECUTION_THREADS =
      key("execution.threads")
          .intType()
          .defaultValue(1)
          .withDescription(
              "Threads among which a single run of the model is divided, 1 to 256, but no more than"
                  + " a TaskManager has processors; it has one pool of them. For large models where"
                  + " there are more cores than slots. No prediction depends on it.");

  public static final ConfigOption<Integer> EXECUTION_WORKERS =
      key("execution.workers")
          .intType()
          .defaultValue(0)
          .withDescription(
              "Threads that score beside the task's own, 0 to 256, for each parallel instance of a"
                  + " query. With 0 the task scores itself, which is best where its slot has one"
                  + " core.");

  public static final ConfigOption<MemorySize> MEMORY_LIMIT =
      key("memory-limit")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(64))
          .withDescription(
              "Native memory that each parallel instance may hold for the rows of its batches. It"
                  + " is not part of Flink's managed memory: leave room for it in"
                  + " 'taskmanager.memory.jvm-overhead'.");

  public static final ConfigOption<Duration> WARM_UP =
      key("warm-up")
          .durationType()
          .defaultValue(LoadSettings.DEFAULT_WARM_UP)
          .withDescription(
              "How long a model may run on zeros after it is loaded, before the first row is"
                  + " taken, 0 to 1 min. It ends when runs get no faster.");

  public static final ConfigOption<Duration> KEEP_LOADED =
      key("keep-loaded")
          .durationType()
          .defaultValue(LoadSettings.DEFAULT_KEEP_LOADED)
          .withDescription(
              "How long a TaskManager keeps a model that nothing uses any more, 0 to 1 d, so that a"
                  + " query that is restarted need not load it again.");

  public static final ConfigOption<String> PADDING =
      key("padding")
          .stringType()
          .defaultValue("none")
          .withDescription(
              "How lists of different lengths are scored together, for inputs whose second axis is"
                  + " open: 'none' (those of one length), 'powers-of-two' (padded to the next one),"
                  + " or lengths to pad to, as '16; 64; 256'. Padding happens only where the model"
                  + " masks it, and changes no prediction.");

  public static final ConfigOption<List<String>> PADDING_MASKS =
      key("padding.masks")
          .stringType()
          .asList()
          .defaultValues()
          .withDescription(
              "Inputs, separated by ';', that have no column: 1 for elements of the lists at other"
                  + " inputs, 0 for padding.");

  public static final ConfigOption<Integer> MAX_LENGTH =
      key("max-length")
          .intType()
          .noDefaultValue()
          .withDescription(
              "The most elements of a list that a model takes; by default any number. With"
                  + " 'tokenizer', the most tokens of a text, special ones included; by default "
                  + TextSpec.DEFAULT_MAX_LENGTH
                  + ", or what the model declares.");

  public static final ConfigOption<Truncation> TRUNCATION =
      key("truncation")
          .enumType(Truncation.class)
          .noDefaultValue()
          .withDescription(
              "What becomes of what is longer than 'max-length': 'refuse' (the row can't be"
                  + " scored), 'first' or 'last' (the first or last elements are scored). By"
                  + " default lists are refused. Of texts, 'first' keeps what the tokenizer keeps,"
                  + " special tokens included, and is the default; 'last' is not for them.");

  public static final ConfigOption<String> TOKENIZER =
      key("tokenizer")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The model's 'tokenizer.json', where a column of text is to feed it as tokens; a path"
                  + " or URI as for 'model'.");

  public static final ConfigOption<String> TOKENIZER_COLUMN =
      key("tokenizer.column")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The column of text; by default the only one of STRING. Fields of rows by their path,"
                  + " with dots.");

  public static final ConfigOption<String> TOKENIZER_INPUTS =
      key("tokenizer.inputs")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The model's inputs for tokens where they have other names than usual, as 'ids ="
                  + " words; mask = valid; types = segments'; by default 'input_ids',"
                  + " 'attention_mask' and 'token_type_ids', as far as the model has them.");

  public static final ConfigOption<Pooling> POOLING =
      key("pooling")
          .enumType(Pooling.class)
          .defaultValue(Pooling.NONE)
          .withDescription(
              "How the vectors of a text's tokens become one, for the model's only output of floats"
                  + " [N,L,D]: 'mean', 'max', 'cls' (that of the first token), 'last', or 'none'.");

  public static final ConfigOption<Boolean> NORMALIZE =
      key("normalize")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Divides the vector of a text, or the model's only output of floats [N,D], by its"
                  + " Euclidean length, so that a dot product is a cosine.");

  public static final ConfigOption<Boolean> ALLOW_ROW_MIXING =
      key("allow-row-mixing")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Accepts a model in which a row's outputs depend on the other rows of its batch, and"
                  + " thereby on timing. Without it such a model fails the query before its first"
                  + " prediction.");

  private PeltonModelOptions() {}
}
