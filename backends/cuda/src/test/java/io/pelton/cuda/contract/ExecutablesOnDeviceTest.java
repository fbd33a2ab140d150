package io.pelton.cuda.contract;

import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.engine.contract.ActiveExtentContract;
import io.pelton.engine.contract.BatchContract;
import io.pelton.engine.contract.BucketBuilderContract;
import io.pelton.engine.contract.BucketContract;
import io.pelton.engine.contract.BucketPaddingContract;
import io.pelton.engine.contract.DecodeContract;
import io.pelton.engine.contract.ExecutableContract;
import io.pelton.engine.contract.ExpertContract;
import io.pelton.engine.contract.FeedsContract;
import io.pelton.engine.contract.ForkingContract;
import io.pelton.engine.contract.HandlesContract;
import io.pelton.engine.contract.KvRowsContract;
import io.pelton.engine.contract.LifeContract;
import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.MisuseContract;
import io.pelton.engine.contract.OutputTargetsContract;
import io.pelton.engine.contract.OutputsContract;
import io.pelton.engine.contract.ParametersContract;
import io.pelton.engine.contract.PipeliningContract;
import io.pelton.engine.contract.RandomContract;
import io.pelton.engine.contract.RefusedTargetsContract;
import io.pelton.engine.contract.SharedParametersContract;
import io.pelton.engine.contract.SmallDecoderContract;
import io.pelton.engine.contract.StaleSessionContract;
import io.pelton.engine.contract.StateContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/** What executables promise, on a device. */
@ExtendWith(OnEmulatedDriver.class)
class ExecutablesOnDeviceTest {
  @Nested
  class ActiveExtent extends ActiveExtentContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Batch extends BatchContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class BucketBuilder extends BucketBuilderContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Bucket extends BucketContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class BucketPadding extends BucketPaddingContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Decode extends DecodeContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Executable extends ExecutableContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Expert extends ExpertContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Feeds extends FeedsContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Forking extends ForkingContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Handles extends HandlesContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class KvRows extends KvRowsContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Life extends LifeContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Misuse extends MisuseContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class OutputTargets extends OutputTargetsContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Outputs extends OutputsContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Parameters extends ParametersContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Pipelining extends PipeliningContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class Random extends RandomContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class RefusedTargets extends RefusedTargetsContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class SharedParameters extends SharedParametersContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class SmallDecoder extends SmallDecoderContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class StaleSession extends StaleSessionContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }

  @Nested
  class State extends StateContract {
    @Override
    protected Machine machine() {
      return Machines.cuda();
    }
  }
}
