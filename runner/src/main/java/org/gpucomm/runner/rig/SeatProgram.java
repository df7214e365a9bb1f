package org.gpucomm.runner.rig;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.results.Outcome;
import org.gpucomm.runner.host.Fingerprint;
import org.jspecify.annotations.Nullable;

/** Program of a seat's thread, which all seats run in step. */
record SeatProgram(Rig rig, Setup setup, Protocol protocol, RankThreads crew, Seat seat) {

    private static final int QUEUED_AT_ONCE = 100;
    private static final int REHEARSALS = 3;

    /** Runs the benchmark on this seat. If a step fails, aborts the session, which ends its pending work, and rethrows. */
    void run() {
        seat.at("opening " + setup.seats().get(seat.number()).name());
        var session = setup.open(seat);
        try {
            var members = members(session.room());
            var cases = rig.cases();
            session.join(cases);
            measure(session, cases, members);
            seat.at("leaving the others");
            session.leave();
        } catch (Throwable t) {
            crew.fail(t);
            session.abort();
            throw t;
        }
        var report = report();
        if (report != null) {
            report.end();
        }
    }

    private List<RankLine> members(long room) {
        seat.at("meeting the other ranks");
        var introductions = seat.exchange("introductions", rig.introduction(seat.number(), room).toBytes()).stream()
                .map(SeatExchange::of).toList();
        SeatExchange.requireSameAgreement(introductions);
        rig.met(introductions);
        for (int rank = 0; rank < introductions.size(); rank++) {
            if (rig.isOf(introductions.get(rank), seat.number())) {
                seat.ranked(rank, introductions.size());
            }
        }
        return IntStream.range(0, introductions.size()).mapToObj(rank -> introductions.get(rank).member(rank)).toList();
    }

    private void measure(Session session, Cases cases, List<RankLine> members) {
        var fingerprint = fingerprint();
        var report = report();
        if (report != null) {
            report.begin(members, cases, fingerprint);
        }
        if (cases.rehearsal() != null) {
            rehearse(session, cases.rehearsal());
        }
        for (var series : cases.series()) {
            seat.at("warming up");
            series.warmUps().forEach(each -> session.warmUp(each, protocol.warmUps()));
            series.points().forEach(point -> measure(session, point));
        }
    }

    /** Returns the combined fingerprint of all hosts; the first seat of each process reads that of its host. */
    private Fingerprint fingerprint() {
        seat.at("reading the host's fingerprint");
        var own = seat.number() == 0 ? rig.fingerprint().encoded() : new byte[0];
        return Fingerprint.together(seat.exchange("fingerprints", own).stream()
                .filter(bytes -> bytes.length > 0).map(Fingerprint::decoded).toList());
    }

    /**
     * Warms up the JVM, which interprets code at first: runs a few thousand of the smallest operations, in tens of ms. Then rehearses the
     * whole measurement, whose first run would be some tens of µs slower.
     */
    private void rehearse(Session session, Case smallest) {
        seat.at("letting the JVM compile the loop");
        for (int left = protocol.codeWarmUps(); left > 0; left -= QUEUED_AT_ONCE) {
            session.warmUp(smallest, Math.min(left, QUEUED_AT_ONCE));
        }
        for (int i = 0; i < REHEARSALS; i++) {
            measure(session, smallest);
        }
    }

    private void measure(Session session, Cases.Point point) {
        seat.at("measuring " + point.cases().getFirst().title());
        var report = report();
        boolean known = report != null && report.has(point);
        if (seat.exchange("whether it is measured already", known ? 1 : 0)[0] > 0) {
            return;
        }
        var samples = new ArrayList<Sample>();
        for (var each : point.cases()) {
            samples.add(new Sample(each, measure(session, each)));
        }
        if (report != null) {
            report.add(samples);
        }
    }

    /** Returns the report of results; null unless this is rank 0. */
    private @Nullable Report report() {
        return rig.reportOf(seat.rank());
    }

    /** Measures a case. The main time is that of a batch; single iterations are timed in a separate pass. */
    private Outcome measure(Session session, Case each) {
        session.prepare(each);
        var batches = new Repetitions(protocol.until());
        do {
            batches.add(protocol.average().of(seat.exchange("times", session.run())));
        } while (batches.wantMore());
        var times = new Times(batches.mean(), protocol.spread() ? spread(session) : null,
                each.measuresMore() ? seat.exchange("measured", session.measured()) : List.of());
        var wrong = wrong(session);
        session.finish();
        return setup.outcome(each, seat.ranks(), times, wrong);
    }

    private @Nullable IterationTimes spread(Session session) {
        var mine = session.iterations();
        return mine.length == 0 ? null : IterationTimes.of(seat.exchange("times of iterations", mine));
    }

    /** Returns the number of wrong elements of all ranks; null if results are not checked. */
    private @Nullable Long wrong(Session session) {
        long wrong = 0;
        for (int i = 0; i < protocol.checks() && wrong == 0; i++) {
            var mine = session.check();
            if (mine.isEmpty()) {
                return null;
            }
            for (double ofRank : seat.exchange("wrong elements", (double) mine.getAsLong())) {
                wrong += (long) ofRank;
            }
        }
        return protocol.checks() == 0 ? null : wrong;
    }
}
