package io.pelton.engine.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Which experts of an executable's layers count as resident on the device, and what its runs note
 * about them. For kernels whose experts all lie in one memory, such as those of the CPU, this is
 * bookkeeping; one with limited memory would keep the weights of resident experts there and others
 * elsewhere. Either way an expert's products have the same bits.
 *
 * <p>Used by the thread that runs the executable; {@link #layer} may be asked for by one that
 * binds, too.
 */
public final class ExpertState {
  private volatile ExpertLayer[] layers = {};
  private boolean[] common = {};
  private List<boolean[]> masks = List.of();
  private boolean isCapturing;
  private boolean isNoting;
  private boolean hasNoted;
  private boolean hasCounted;
  private long deviceCalls;
  private long hostCalls;
  private long deviceTokens;
  private long hostTokens;

  /** A layer, which bound calls keep: the same one at every call. */
  public synchronized ExpertLayer layer(int index) {
    int known = layers.length;
    if (index >= known) {
      ExpertLayer[] grown = Arrays.copyOf(layers, index + 1);
      for (int added = known; added <= index; added++) {
        grown[added] = new ExpertLayer(this, mask(added));
      }
      layers = grown;
    }
    return layers[index];
  }

  /**
   * Sets the mask of all layers that have none of their own.
   *
   * @param mask by expert; those beyond its end are resident
   */
  public void setResident(boolean[] mask) {
    common = mask.clone();
    place();
  }

  /**
   * Gives layers masks of their own and takes them from those that have none in the list.
   *
   * @param byLayer null for none
   */
  public void setResidentByLayer(List<boolean[]> byLayer) {
    List<boolean[]> copies = new ArrayList<>();
    byLayer.forEach(mask -> copies.add(mask == null ? null : mask.clone()));
    masks = copies;
    place();
  }

  /** Lets the next runs note, or not, what was chosen. */
  public void setCapturing(boolean capture) {
    isCapturing = capture;
  }

  /** Takes over masks and whether runs note what was chosen, but nothing that was noted. */
  void takeSettings(ExpertState other) {
    common = other.common;
    masks = other.masks;
    isCapturing = other.isCapturing;
    place();
  }

  /** True when there are kernels that note something. */
  boolean hasLayers() {
    return layers.length > 0;
  }

  /** Forgets what the last run noted: another one starts. */
  void begin() {
    isNoting = isCapturing;
    hasNoted = isCapturing;
    hasCounted = true;
    deviceCalls = 0;
    hostCalls = 0;
    deviceTokens = 0;
    hostTokens = 0;
    for (ExpertLayer layer : layers) {
      layer.clear();
    }
  }

  /**
   * What the last run noted, by layer: the experts that were chosen, token by token. Empty when it
   * noted nothing, or when that was taken already.
   */
  public Optional<List<int[]>> takeTopK() {
    if (!hasNoted) {
      return Optional.empty();
    }
    hasNoted = false;
    return Optional.of(Arrays.stream(layers).map(ExpertLayer::chosen).toList());
  }

  /** Counts of the last run; empty when there was none, or when they were taken already. */
  public Optional<ExpertStatistics> takeStatistics() {
    if (!hasCounted) {
      return Optional.empty();
    }
    hasCounted = false;
    return Optional.of(new ExpertStatistics(deviceCalls, hostCalls, deviceTokens, hostTokens));
  }

  boolean isNoting() {
    return isNoting;
  }

  void count(boolean isResident, int tokens) {
    if (isResident) {
      deviceCalls++;
      deviceTokens += tokens;
    } else {
      hostCalls++;
      hostTokens += tokens;
    }
  }

  private void place() {
    ExpertLayer[] placed = layers;
    for (int index = 0; index < placed.length; index++) {
      placed[index].place(mask(index));
    }
  }

  private boolean[] mask(int layer) {
    boolean[] own = layer < masks.size() ? masks.get(layer) : null;
    return own == null ? common : own;
  }
}
