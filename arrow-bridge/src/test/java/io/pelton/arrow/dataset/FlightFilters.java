package io.pelton.arrow.dataset;

import java.util.Base64;

/**
 * Serialized ExtendedExpressions over the columns date, delay, distance, origin and destination,
 * made by io.substrait:core 0.89.1: SubstraitBuilder's functions over root references, then
 * ExtendedExpressionProtoConverter.
 */
final class FlightFilters {
  /** delay > 60. */
  static final String LATE =
      "EhIaEBABGgpndDphbnlfYW55IAEaKwogGh4IARoECgIQASIMGgoSCAoEEgIIASIAIgYaBAoCODwaB2ZpbHRl"
          + "cjAiTgoEZGF0ZQoFZGVsYXkKCGRpc3RhbmNlCgZvcmlnaW4KC2Rlc3RpbmF0aW9uEiAKBHICEAIKBDoCEAEK"
          + "BDoCEAEKBGICEAEKBGICEAEYAkIvCAESK2V4dGVuc2lvbjppby5zdWJzdHJhaXQ6ZnVuY3Rpb25zX2NvbXBh"
          + "cmlzb24=";

  /** origin = 'ATL' and distance < 500. */
  static final String NEAR_ATLANTA =
      "EhAaDhABGghhbmQ6Ym9vbCABEhUaExACGg1lcXVhbDphbnlfYW55IAISEhoQEAMaCmx0OmFueV9hbnkgAhph"
          + "ClYaVAgBGgQKAhABIiUaIxohCAIaBAoCEAEiDBoKEggKBBICCAMiACIJGgcKBWIDQVRMIiMaIRofCAMaBAoC"
          + "EAEiDBoKEggKBBICCAIiACIHGgUKAzj0AxoHZmlsdGVyMCJOCgRkYXRlCgVkZWxheQoIZGlzdGFuY2UKBm9y"
          + "aWdpbgoLZGVzdGluYXRpb24SIAoEcgIQAgoEOgIQAQoEOgIQAQoEYgIQAQoEYgIQARgCQi8IAhIrZXh0ZW5z"
          + "aW9uOmlvLnN1YnN0cmFpdDpmdW5jdGlvbnNfY29tcGFyaXNvbkIsCAESKGV4dGVuc2lvbjppby5zdWJzdHJh"
          + "aXQ6ZnVuY3Rpb25zX2Jvb2xlYW4=";

  /** delay is null, which it never is. */
  static final String NO_DELAY =
      "EhMaERABGgtpc19udWxsOmFueSABGiMKGBoWCAEaBAoCEAIiDBoKEggKBBICCAEiABoHZmlsdGVyMCJOCgRk"
          + "YXRlCgVkZWxheQoIZGlzdGFuY2UKBm9yaWdpbgoLZGVzdGluYXRpb24SIAoEcgIQAgoEOgIQAQoEOgIQAQoE"
          + "YgIQAQoEYgIQARgCQi8IARIrZXh0ZW5zaW9uOmlvLnN1YnN0cmFpdDpmdW5jdGlvbnNfY29tcGFyaXNvbg==";

  /** distance / 0 > 60. */
  static final String BY_ZERO =
      "EhIaEBABGgpndDphbnlfYW55IAESFhoUEAIaDmRpdmlkZTppNjRfaTY0IAIaQQo2GjQIARoECgIQASIiGiAa"
          + "HggCGgQ6AhABIgwaChIICgQSAggCIgAiBhoECgI4ACIGGgQKAjg8GgdmaWx0ZXIwIk4KBGRhdGUKBWRlbGF5"
          + "CghkaXN0YW5jZQoGb3JpZ2luCgtkZXN0aW5hdGlvbhIgCgRyAhACCgQ6AhABCgQ6AhABCgRiAhABCgRiAhAB"
          + "GAJCLwgBEitleHRlbnNpb246aW8uc3Vic3RyYWl0OmZ1bmN0aW9uc19jb21wYXJpc29uQi8IAhIrZXh0ZW5z"
          + "aW9uOmlvLnN1YnN0cmFpdDpmdW5jdGlvbnNfYXJpdGhtZXRpYw==";

  /** delay > 60; origin = 'ATL' and distance < 500. */
  static final String TWO =
      "EhIaEBABGgpndDphbnlfYW55IAESEBoOEAIaCGFuZDpib29sIAISFRoTEAMaDWVxdWFsOmFueV9hbnkgARIS"
          + "GhAQBBoKbHQ6YW55X2FueSABGisKIBoeCAEaBAoCEAEiDBoKEggKBBICCAEiACIGGgQKAjg8GgdmaWx0ZXIw"
          + "GmEKVhpUCAIaBAoCEAEiJRojGiEIAxoECgIQASIMGgoSCAoEEgIIAyIAIgkaBwoFYgNBVEwiIxohGh8IBBoE"
          + "CgIQASIMGgoSCAoEEgIIAiIAIgcaBQoDOPQDGgdmaWx0ZXIxIk4KBGRhdGUKBWRlbGF5CghkaXN0YW5jZQoG"
          + "b3JpZ2luCgtkZXN0aW5hdGlvbhIgCgRyAhACCgQ6AhABCgQ6AhABCgRiAhABCgRiAhABGAJCLwgBEitleHRl"
          + "bnNpb246aW8uc3Vic3RyYWl0OmZ1bmN0aW9uc19jb21wYXJpc29uQiwIAhIoZXh0ZW5zaW9uOmlvLnN1YnN0"
          + "cmFpdDpmdW5jdGlvbnNfYm9vbGVhbg==";

  /** no expression. */
  static final String NONE =
      "Ik4KBGRhdGUKBWRlbGF5CghkaXN0YW5jZQoGb3JpZ2luCgtkZXN0aW5hdGlvbhIgCgRyAhACCgQ6AhABCgQ6"
          + "AhABCgRiAhABCgRiAhABGAI=";

  /** delay. */
  static final String NO_TRUTH =
      "GhUKChIICgQSAggBIgAaB2ZpbHRlcjAiTgoEZGF0ZQoFZGVsYXkKCGRpc3RhbmNlCgZvcmlnaW4KC2Rlc3Rp"
          + "bmF0aW9uEiAKBHICEAIKBDoCEAEKBDoCEAEKBGICEAEKBGICEAEYAg==";

  /** delay > '60', with delay declared a string. */
  static final String OTHER_TYPE =
      "EhIaEBABGgpndDphbnlfYW55IAEaLQoiGiAIARoECgIQASIMGgoSCAoEEgIIASIAIggaBgoEYgI2MBoHZmls"
          + "dGVyMCIdCgRkYXRlCgVkZWxheRIOCgRyAhACCgRiAhABGAJCLwgBEitleHRlbnNpb246aW8uc3Vic3RyYWl0"
          + "OmZ1bmN0aW9uc19jb21wYXJpc29u";

  /** delay > 60, with delay and distance the other way round. */
  static final String OTHER_ORDER =
      "EhIaEBABGgpndDphbnlfYW55IAEaKwogGh4IARoECgIQASIMGgoSCAoEEgIIAiIAIgYaBAoCODwaB2ZpbHRl"
          + "cjAiTgoEZGF0ZQoIZGlzdGFuY2UKBWRlbGF5CgZvcmlnaW4KC2Rlc3RpbmF0aW9uEiAKBHICEAIKBDoCEAEK"
          + "BDoCEAEKBGICEAEKBGICEAEYAkIvCAESK2V4dGVuc2lvbjppby5zdWJzdHJhaXQ6ZnVuY3Rpb25zX2NvbXBh"
          + "cmlzb24=";

  /** weather > 60, with weather declared a sixth column. */
  static final String MISSING =
      "EhIaEBABGgpndDphbnlfYW55IAEaKwogGh4IARoECgIQASIMGgoSCAoEEgIIBSIAIgYaBAoCODwaB2ZpbHRl"
          + "cjAiXQoEZGF0ZQoFZGVsYXkKCGRpc3RhbmNlCgZvcmlnaW4KC2Rlc3RpbmF0aW9uCgd3ZWF0aGVyEiYKBHIC"
          + "EAIKBDoCEAEKBDoCEAEKBGICEAEKBGICEAEKBDoCEAEYAkIvCAESK2V4dGVuc2lvbjppby5zdWJzdHJhaXQ6"
          + "ZnVuY3Rpb25zX2NvbXBhcmlzb24=";

  /** field 9 > 60. */
  static final String NO_SUCH_FIELD =
      "EhIaEBABGgpndDphbnlfYW55IAEaKwogGh4IARoECgIQASIMGgoSCAoEEgIICSIAIgYaBAoCODwaB2ZpbHRl"
          + "cjAiTgoEZGF0ZQoFZGVsYXkKCGRpc3RhbmNlCgZvcmlnaW4KC2Rlc3RpbmF0aW9uEiAKBHICEAIKBDoCEAEK"
          + "BDoCEAEKBGICEAEKBGICEAEYAkIvCAESK2V4dGVuc2lvbjppby5zdWJzdHJhaXQ6ZnVuY3Rpb25zX2NvbXBh"
          + "cmlzb24=";

  /** origin starts with 'A'. */
  static final String UNKNOWN_FUNCTION =
      "EhsaGRABGhNzdGFydHNfd2l0aDpzdHJfc3RyIAEaLAohGh8IARoECgIQASIMGgoSCAoEEgIIAyIAIgcaBQoD"
          + "YgFBGgdmaWx0ZXIwIk4KBGRhdGUKBWRlbGF5CghkaXN0YW5jZQoGb3JpZ2luCgtkZXN0aW5hdGlvbhIgCgRy"
          + "AhACCgQ6AhABCgQ6AhABCgRiAhABCgRiAhABGAJCKwgBEidleHRlbnNpb246aW8uc3Vic3RyYWl0OmZ1bmN0"
          + "aW9uc19zdHJpbmc=";

  private FlightFilters() {}

  static byte[] bytes(String filter) {
    return Base64.getDecoder().decode(filter);
  }
}
