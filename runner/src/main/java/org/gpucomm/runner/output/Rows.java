package org.gpucomm.runner.output;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.RankTimes;
import org.gpucomm.results.Workload;
import org.gpucomm.runner.output.SizeResult.Block;
import org.gpucomm.runner.output.SizeResult.Spread;
import org.jspecify.annotations.Nullable;

/** Makes canonical measurements of what a benchmark gives. */
final class Rows {

    /** A nanosecond in a second. Doubles would print up to 17 digits, the last of them noise. */
    private static final MathContext DIGITS = new MathContext(9);

    private Rows() {}

    /**
     * @param settings  those of the heading and of the command line together
     * @param startedAt when the section began, ISO 8601 with zone
     */
    static Measurement measurement(String source, int section, Heading heading, NamedValues settings,
            SizeResult size, Block block, String startedAt) {
        return new Measurement(source, section, heading.stack(), heading.platform(), workload(heading, size, block),
                outcome(block), startedAt, settings);
    }

    /** {@code graph} distinguishes runs of CUDA graphs from otherwise equal ones; null for plain launches. */
    static @Nullable String variant(Heading heading) {
        return heading.parameters().graph() > 0 ? "graph" : null;
    }

    private static Workload workload(Heading heading, SizeResult size, Block block) {
        return new Workload(heading.operation(), variant(heading), null, new Bytes(size.bytes()),
                size.datatype().toLowerCase(Locale.ROOT), size.redop().toLowerCase(Locale.ROOT),
                size.root() < 0 ? null : size.root(), block.placement(), (long) heading.parameters().iterations());
    }

    private static Outcome outcome(Block block) {
        var spread = block.spread();
        return new Outcome(micros(block.timeUs()), spread == null ? null : micros(spread.minUs()),
                spread == null ? null : micros(spread.p50Us()), spread == null ? null : micros(spread.p99Us()),
                spread == null ? null : micros(spread.maxUs()), bandwidth(block.algbw()), bandwidth(block.busbw()),
                block.wrong() == null ? null : Decimal.of(block.wrong()), null, null, null, metrics(spread));
    }

    private static NamedValues metrics(@Nullable Spread spread) {
        return spread == null
                ? NamedValues.NONE
                : NamedValues.of(RankTimes.SLOWEST, Integer.toString(spread.slowestRank()));
    }

    private static @Nullable Micros micros(double value) {
        var number = number(value);
        return number == null ? null : Micros.of(number);
    }

    private static @Nullable Bandwidth bandwidth(double value) {
        var number = number(value);
        return number == null ? null : Bandwidth.ofGigabytesPerSecond(number);
    }

    /** Null for what is no number: a bandwidth over a time of 0. */
    private static @Nullable Decimal number(double value) {
        if (!Double.isFinite(value)) {
            return null;
        }
        return new Decimal(BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros().toPlainString());
    }
}
