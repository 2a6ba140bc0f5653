package org.pagerace.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * A distribution of times in nanoseconds, exact to three significant digits. Immutable.
 *
 * <p>In JSON it carries the whole histogram ({@code hdr}: HdrHistogram's compressed form in Base64), from which alone it
 * is read back; the figures beside it are for people and other programs.
 */
@JsonIgnoreProperties(
        value = {"count", "minNanos", "meanNanos", "stdevNanos", "maxNanos", "percentilesNanos"},
        allowGetters = true)
@JsonPropertyOrder({"count", "minNanos", "meanNanos", "stdevNanos", "maxNanos", "percentilesNanos", "hdr"})
public final class Latency {
    private static final double[] SHOWN = {50, 75, 90, 95, 99, 99.9, 99.99};

    private final Histogram histogram;

    private Latency(Histogram histogram) {
        this.histogram = histogram;
    }

    /** Copies the histogram, whose unit must be nanoseconds. */
    public static Latency of(Histogram nanos) {
        return new Latency(nanos.copy());
    }

    /** Returns the distribution of no values at all. */
    public static Latency empty() {
        return new Latency(new Histogram(3));
    }

    @JsonCreator
    static Latency decode(@JsonProperty("hdr") String hdr) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(hdr));
            return new Latency(Histogram.decodeFromCompressedByteBuffer(bytes, 0));
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("damaged histogram: " + e.getMessage() + "; repeat the run", e);
        }
    }

    @JsonProperty("hdr")
    String encode() {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    @JsonProperty("count")
    public long count() {
        return histogram.getTotalCount();
    }

    /** The shortest time in nanoseconds; 0 if there is none. */
    @JsonProperty("minNanos")
    public long min() {
        return count() == 0 ? 0 : histogram.getMinValue();
    }

    /** The mean in nanoseconds; 0 if there is no value. */
    @JsonProperty("meanNanos")
    public double mean() {
        return count() == 0 ? 0 : histogram.getMean();
    }

    /** The standard deviation in nanoseconds; 0 if there is no value. */
    @JsonProperty("stdevNanos")
    public double stdev() {
        return count() == 0 ? 0 : histogram.getStdDeviation();
    }

    /** The longest time in nanoseconds; 0 if there is none. */
    @JsonProperty("maxNanos")
    public long max() {
        return histogram.getMaxValue();
    }

    /**
     * Returns the time in nanoseconds within which {@code percent} of all values lie; 0 if there is no value.
     *
     * @param percent 0 to 100
     */
    public long percentile(double percent) {
        return count() == 0 ? 0 : histogram.getValueAtPercentile(percent);
    }

    /** Returns how many values lie from one time to the other, both in nanoseconds, to the resolution of the distribution. */
    public long countBetween(long fromNanos, long toNanos) {
        return count() == 0 ? 0 : histogram.getCountBetweenValues(fromNanos, toNanos);
    }

    @JsonProperty("percentilesNanos")
    Map<String, Long> percentiles() {
        Map<String, Long> shown = new LinkedHashMap<>();
        for (double percent : SHOWN) {
            String name =
                    "p" + (percent == Math.rint(percent) ? Long.toString((long) percent) : Double.toString(percent));
            shown.put(name, percentile(percent));
        }
        return shown;
    }

    /** Returns the distribution of both sets of values; percentiles cannot be averaged, histograms can be added. */
    public Latency merge(Latency other) {
        Histogram sum = histogram.copy();
        sum.setAutoResize(true);
        sum.add(other.histogram);
        return new Latency(sum);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Latency latency && histogram.equals(latency.histogram);
    }

    @Override
    public int hashCode() {
        return histogram.hashCode();
    }

    @Override
    public String toString() {
        return "Latency[count=" + count() + ", p50=" + percentile(50) + " ns, max=" + max() + " ns]";
    }
}
