package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** Registers the kernels of this package; strings and labels that are strings stay on the host. */
public final class TabularKernels {
  private static final List<DType> NUMBERS = List.of(DType.F32, DType.F64, DType.I64, DType.I32);
  private static final List<DType> CODES =
      List.of(DType.I64, DType.F32, DType.F64, DType.I32, DType.I16);

  private TabularKernels() {}

  public static void register(BindingTable.Builder table) {
    DeviceKernels kernels = DeviceKernels.contiguous(table);
    registerModels(kernels);
    registerMaps(kernels);
    registerEncoders(kernels);
  }

  private static void registerModels(DeviceKernels kernels) {
    FixedKernel regressor = new LinearRegressorKernel();
    FixedKernel classifier = new LinearClassifierKernel();
    FixedKernel svmRegressor = new SvmRegressorKernel();
    FixedKernel svmClassifier = new SvmClassifierKernel();
    for (DType dtype : NUMBERS) {
      List<DType> in = List.of(dtype);
      List<DType> scores = List.of(DType.F32);
      List<DType> labelled = List.of(DType.I64, DType.F32);
      kernels.add(OpKind.LINEAR_REGRESSOR, "linear", regressor, in, scores);
      kernels.add(OpKind.LINEAR_CLASSIFIER, "linear", classifier, in, labelled);
      kernels.add(OpKind.SVM_REGRESSOR, "svm", svmRegressor, in, scores);
      kernels.add(OpKind.SVM_CLASSIFIER, "svm", svmClassifier, in, labelled);
    }
  }

  private static void registerMaps(DeviceKernels kernels) {
    FixedKernel scaler = new ScalerKernel();
    FixedKernel normalizer = new NormalizerKernel();
    FixedKernel vectorizer = new FeatureVectorizerKernel();
    FixedKernel imputer = new ImputerKernel();
    FixedKernel binarizer = new BinarizerKernel();
    for (DType dtype : NUMBERS) {
      List<DType> in = List.of(dtype);
      kernels.add(OpKind.SCALER, "scaler", scaler, in, List.of(DType.F32));
      kernels.add(OpKind.NORMALIZER, "normalizer", normalizer, in, List.of(DType.F32));
      kernels.add(OpKind.FEATURE_VECTORIZER, "vectorizer", vectorizer, in, List.of(DType.F32));
      kernels.add(OpKind.IMPUTER, "imputer", imputer, in, in);
      kernels.add(OpKind.BINARIZER, "binarizer", binarizer, in, in);
    }
  }

  private static void registerEncoders(DeviceKernels kernels) {
    FixedKernel oneHot = new OneHotEncoderKernel();
    FixedKernel labels = new LabelEncoderKernel();
    FixedKernel extractor = new ArrayFeatureExtractorKernel();
    for (DType dtype : List.of(DType.I64, DType.I32)) {
      kernels.add(OpKind.ONE_HOT_ENCODER, "one-hot", oneHot, List.of(dtype), List.of(DType.F32));
    }
    for (DType dtype : NUMBERS) {
      List<DType> in = dtype == DType.I64 ? List.of(DType.I64) : List.of(dtype, DType.I64);
      kernels.add(OpKind.ARRAY_FEATURE_EXTRACTOR, "extractor", extractor, in, List.of(dtype));
    }
    for (DType key : CODES) {
      for (DType value : CODES) {
        kernels.add(OpKind.LABEL_ENCODER, "label", labels, List.of(key), List.of(value));
      }
    }
  }
}
