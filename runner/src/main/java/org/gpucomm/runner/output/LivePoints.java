package org.gpucomm.runner.output;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

import org.gpucomm.runner.live.LiveFeed;
import org.gpucomm.runner.live.RunProgress;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases.Point;
import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.Sample;
import org.jspecify.annotations.Nullable;

/** Reporter of a benchmark's progress to the live view. */
final class LivePoints {

    private final LiveFeed feed;
    private final InstantSource clock;
    private TimeLeft timeLeft = new TimeLeft(List.of());
    private String operation = "";
    private List<Point> points = List.of();
    private Instant last = Instant.EPOCH;

    LivePoints(LiveFeed feed, InstantSource clock) {
        this.feed = feed;
        this.clock = clock;
    }

    /** Returns a name for a benchmark, for example {@code all_reduce of nccl on 8 ranks, host node1}. */
    static String name(Heading heading) {
        var hosts = heading.members().stream().map(member -> member.host()).distinct().toList();
        int ranks = heading.members().size();
        return heading.operation().id() + " of " + heading.stack().library() + " on " + ranks
                + (ranks == 1 ? " rank, " : " ranks, ")
                + (hosts.size() == 1 ? "host " + hosts.getFirst() : hosts.size() + " hosts");
    }

    void begin(Heading heading) {
        operation = heading.operation().id();
        points = heading.points();
        timeLeft = new TimeLeft(points);
        feed.report(new RunProgress(operation + ": warming up", 0, points.size(), "sizes", null));
        last = clock.instant();
    }

    void point(List<Sample> samples) {
        var measured = samples.getFirst().of();
        // Points before this one that were not measured are from an earlier, interrupted run.
        while (timeLeft.done() < points.size() && !points.get(timeLeft.done()).cases().contains(measured)) {
            timeLeft.skipped();
        }
        timeLeft.measured(TimeLeft.bytes(measured), Duration.between(last, clock.instant()));
        boolean known = timeLeft.done() <= points.size();
        feed.report(new RunProgress(operation + ": " + shown(measured) + " done", timeLeft.done(),
                Math.max(timeLeft.done(), points.size()), "sizes", known ? timeLeft.left() : null));
        last = clock.instant();
    }

    /** Ends the live view of a complete or stopped benchmark, with the id of its upload; null if not uploaded yet. */
    void close(boolean whole, @Nullable String upload) {
        if (whole) {
            feed.ended(upload);
        } else {
            feed.stopped();
        }
        feed.close();
    }

    static String shown(Case each) {
        var size = each.workload().messageSize();
        return size != null ? size.toString() : Objects.requireNonNullElse(each.workload().problem(), "a point");
    }
}
