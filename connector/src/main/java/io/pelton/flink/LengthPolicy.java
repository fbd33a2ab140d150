package io.pelton.flink;

import io.pelton.flink.error.InvalidSetting;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;

/**
 * How records are scored together whose lists differ in length, for models with inputs [N,L] or
 * [N,L,…] where L is open. Records of a micro-batch form groups by the lengths of their own lists
 * alone, and come out in their order all the same.
 *
 * <p>With {@link #exact}, the lists of a group have one length. With {@link #buckets} or {@link
 * #powersOfTwo}, shorter lists are padded to the end of their bucket, so that there are fewer and
 * larger groups. Padding happens only where the model masks it, as is tried with a few made-up
 * records before the first batch: as soon as a bit of an output differs, a warning says so and
 * groups are exact. The policy never changes a prediction, except for what {@link #withMaxLength}
 * cuts off.
 *
 * @param bucketEnds lengths to which lists are padded, ascending; empty for none
 * @param maxLength the most elements of a list, {@link #UNLIMITED} for any
 * @param truncation what becomes of longer ones
 * @param pads what follows a list that is padded, by input: a Long, a Double or a String
 * @param masks inputs that are made from the lengths
 * @param maxElements the most elements of one run of the model, see {@link #withMaxElements}
 */
@PublicEvolving
public record LengthPolicy(
    List<Integer> bucketEnds,
    int maxLength,
    Truncation truncation,
    Map<String, Object> pads,
    Set<String> masks,
    int maxElements)
    implements Serializable {
  /** The longest bucket. */
  public static final int LARGEST = 1 << 20;

  /** The length of lists without a bound. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  public static final int DEFAULT_MAX_ELEMENTS = 8192;

  /**
   * @throws InvalidSetting naming the setting and its rule
   */
  public LengthPolicy {
    bucketEnds = List.copyOf(InvalidSetting.given("buckets", bucketEnds));
    int before = 0;
    for (int end : bucketEnds) {
      if (end <= before || end > LARGEST) {
        throw new InvalidSetting(
            "buckets",
            "lengths of 1 to " + LARGEST + ", each larger than the one before",
            bucketEnds.toString(),
            "leave out doubles and sort them");
      }
      before = end;
    }
    if (maxLength < 1) {
      throw new InvalidSetting(
          "maxLength",
          "1 or more",
          Integer.toString(maxLength),
          "give the most that the model takes");
    }
    InvalidSetting.given("truncation", truncation);
    pads = Map.copyOf(pads);
    masks = Set.copyOf(masks);
    if (maxElements < 1) {
      throw new InvalidSetting(
          "maxElements",
          "1 or more",
          Integer.toString(maxElements),
          "a few thousand suit most models");
    }
  }

  /** Groups of equal lengths; the default. */
  public static LengthPolicy exact() {
    return new LengthPolicy(
        List.of(), UNLIMITED, Truncation.REFUSE, Map.of(), Set.of(), DEFAULT_MAX_ELEMENTS);
  }

  /**
   * Lists are padded to the first of these lengths that holds them; longer ones form groups of
   * equal lengths.
   *
   * @param ends 1 to {@link #LARGEST}, ascending
   */
  public static LengthPolicy buckets(int... ends) {
    if (InvalidSetting.given("buckets", ends).length == 0) {
      throw new InvalidSetting("buckets", "at least one length", "none", "call exact() for none");
    }
    return exact().withBuckets(Arrays.stream(ends).boxed().toList());
  }

  /**
   * Lists are padded to the next power of two.
   *
   * @param least the shortest bucket, itself a power of two
   */
  public static LengthPolicy powersOfTwo(int least) {
    if (least < 1 || least > LARGEST || Integer.bitCount(least) != 1) {
      throw new InvalidSetting(
          "powersOfTwo",
          "a power of two of 1 to " + LARGEST,
          Integer.toString(least),
          "8 or 16 suit most models of text");
    }
    List<Integer> ends = new ArrayList<>();
    for (int end = least; end <= LARGEST; end *= 2) {
      ends.add(end);
    }
    return exact().withBuckets(ends);
  }

  private LengthPolicy withBuckets(List<Integer> ends) {
    return new LengthPolicy(ends, maxLength, truncation, pads, masks, maxElements);
  }

  /**
   * Bounds the lists, by default not at all.
   *
   * @param elements 1 or more; no bucket is longer
   * @param longer what becomes of longer lists
   */
  public LengthPolicy withMaxLength(int elements, Truncation longer) {
    return new LengthPolicy(bucketEnds, elements, longer, pads, masks, maxElements);
  }

  /** What follows the lists of an input of integers or floats; by default 0. */
  public LengthPolicy withPad(String input, long value) {
    return with(input, value);
  }

  /** What follows the lists of an input of floats; by default 0. */
  public LengthPolicy withPad(String input, double value) {
    return with(input, value);
  }

  /** What follows the lists of an input of strings; by default the empty one. */
  public LengthPolicy withPad(String input, String value) {
    return with(input, InvalidSetting.given("pad", value));
  }

  private LengthPolicy with(String input, Object value) {
    Map<String, Object> all = new HashMap<>(pads);
    if (all.put(InvalidSetting.named("pad", input), value) != null) {
      throw InferenceBuilder.twice("pad", input);
    }
    return new LengthPolicy(bucketEnds, maxLength, truncation, all, masks, maxElements);
  }

  /**
   * Makes an input [N,L] that needs no field: 1 where the lists at other inputs with the same L
   * have an element, 0 where they are padded.
   */
  public LengthPolicy withMask(String input) {
    Set<String> all = new HashSet<>(masks);
    if (!all.add(InvalidSetting.named("mask", input))) {
      throw InferenceBuilder.twice("mask", input);
    }
    return new LengthPolicy(bucketEnds, maxLength, truncation, pads, all, maxElements);
  }

  /**
   * Bounds a run of the model, and thereby its memory: a group is scored in parts of as many
   * records as have so many elements together, padding included, but at least one. By default
   * {@value #DEFAULT_MAX_ELEMENTS}.
   *
   * @param elements of the lists of one input, 1 or more
   */
  public LengthPolicy withMaxElements(int elements) {
    return new LengthPolicy(bucketEnds, maxLength, truncation, pads, masks, elements);
  }

  /**
   * The length of a list that is cut, if it must be, and padded, if it can be. A list without
   * elements is never padded: it would be nothing but padding.
   */
  public int paddedLength(int length) {
    int cut = Math.min(length, maxLength);
    for (int end : bucketEnds) {
      if (cut > 0 && end >= cut) {
        return Math.min(end, maxLength);
      }
    }
    return cut;
  }
}
