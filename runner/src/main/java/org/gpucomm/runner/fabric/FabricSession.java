package org.gpucomm.runner.fabric;

import java.util.Objects;
import java.util.OptionalLong;

import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.jspecify.annotations.Nullable;

/** Session of one rank: its {@link Connection}, and its {@link CaseTransfers}. */
final class FabricSession implements Session {

    private final FabricSetup setup;
    private final Seat seat;
    private final Connection connection;
    private final CaseTransfers transfers;
    private @Nullable FabricCase prepared;

    FabricSession(FabricSetup setup, Seat seat) {
        this.setup = setup;
        this.seat = seat;
        this.connection = new Connection(setup, seat);
        this.transfers = new CaseTransfers(setup, seat, connection);
    }

    @Override
    public void join(Cases cases) {
        seat.at("opening " + String.join(" ", setup.placement(seat.number()).domains()));
        connection.open(cases.all().mapToLong(each -> ((FabricCase) each).bytes()).max().orElse(0));
        if (!setup.request().ladder()) {
            connection.touch();
        }
    }

    @Override
    public void warmUp(Case of, int operations) {
        if (operations > 0) {
            prepare(of);
            transfers.run(prepared(), operations, false);
        }
    }

    @Override
    public void prepare(Case of) {
        var each = (FabricCase) of;
        if (each.demoStep() == EfaDemoStep.WARM_UP) {
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
        return transfers.run(each, each.iterations(), false)[0];
    }

    @Override
    public double[] iterations() {
        // A cold case is about first transfers, and a connection has only one first iteration.
        return prepared().cold() ? new double[0] : transfers.run(prepared(), prepared().iterations(), true);
    }

    @Override
    public double[] measured() {
        return connection.rails().measured(transfers.last());
    }

    @Override
    public OptionalLong check() {
        return OptionalLong.of(transfers.wrong(prepared()));
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
