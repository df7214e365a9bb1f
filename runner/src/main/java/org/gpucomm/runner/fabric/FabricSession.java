package org.gpucomm.runner.fabric;

import java.util.Objects;
import java.util.OptionalLong;

import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.jspecify.annotations.Nullable;

/** Session of one rank: its {@link Connection}, with {@link TimedTransfers} and {@link CheckedTransfers} over it. */
final class FabricSession implements Session {

    private final FabricSetup setup;
    private final Seat seat;
    private final Connection connection;
    private final TimedTransfers batch;
    private final CheckedTransfers check;
    private @Nullable FabricCase prepared;

    FabricSession(FabricSetup setup, Seat seat) {
        this.setup = setup;
        this.seat = seat;
        this.connection = new Connection(setup, seat);
        this.batch = new TimedTransfers(setup, seat, connection);
        this.check = new CheckedTransfers(setup, seat, connection, batch);
    }

    @Override
    public void join(Cases cases) {
        seat.at("opening " + String.join(" ", setup.placement(seat.number()).domains()));
        connection.open(cases.series().stream().flatMap(series -> series.points().stream())
                .flatMap(point -> point.cases().stream())
                .mapToLong(each -> ((FabricCase) each).bytes()).max().orElse(0));
        if (!setup.request().ladder()) {
            connection.touch();
        }
    }

    @Override
    public void warmUp(Case of, int operations) {
        if (operations > 0) {
            prepare(of);
            batch.run(prepared(), operations, false);
            finish();
        }
    }

    @Override
    public void prepare(Case of) {
        var each = (FabricCase) of;
        if (each.demoStep() != null && each.demoStep() == EfaDemoStep.WARM_UP) {
            seat.at("warming up the connections");
            connection.touch();
        }
        connection.rails().use(each.method().nics());
        prepared = each;
    }

    @Override
    public double run() {
        var each = prepared();
        if (each.cold()) {
            connection.meet();
            connection.rails().use(each.method().nics());
        }
        return batch.run(each, each.iterations(), false)[0];
    }

    @Override
    public double[] iterations() {
        // A cold case is about first transfers, and a connection has only one first iteration.
        return prepared().cold() ? new double[0] : batch.run(prepared(), prepared().iterations(), true);
    }

    @Override
    public double[] measured() {
        return connection.rails().measured(batch.last()).toDoubles();
    }

    @Override
    public OptionalLong check() {
        return OptionalLong.of(check.wrong(prepared()));
    }

    @Override
    public void finish() {
        prepared = null;
    }

    @Override
    public void leave() {
        seat.barrier("the end");
        connection.close();
    }

    @Override
    public void abort() {
        connection.abort();
    }

    private FabricCase prepared() {
        return Objects.requireNonNull(prepared, "prepare comes first");
    }
}
