package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import io.pelton.onnx.op.OperatorTable;
import java.util.LinkedHashMap;
import java.util.Map;

/** The operator sets that a model imports: a version by domain. */
record OpsetImports(Map<String, Long> versions) {
  /** Files before IR version 3 had no imports and meant version 1. */
  private static final long FIRST_IR_VERSION = 3;

  static OpsetImports of(ModelProto model, String name) {
    Map<String, Long> versions = new LinkedHashMap<>();
    for (OperatorSetIdProto opset : model.getOpsetImportList()) {
      String domain = OperatorTable.domain(opset.getDomain());
      Long other = versions.put(domain, opset.getVersion());
      if (other != null && other != opset.getVersion()) {
        throw new MalformedModel(
            name,
            "imports versions " + other + " and " + opset.getVersion() + " of " + domain + ".");
      }
    }
    if (versions.isEmpty() && model.getIrVersion() < FIRST_IR_VERSION) {
      versions.put(OperatorTable.ONNX, 1L);
    }
    return new OpsetImports(versions);
  }

  /** The version of a domain; 0 where it is not imported. */
  long version(String domain) {
    return versions.getOrDefault(OperatorTable.domain(domain), 0L);
  }
}
