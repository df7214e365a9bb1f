package org.gpucomm.runner.fabric;

import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.shim.PostingPolicy;
import org.gpucomm.runner.ffi.shim.Transfer;
import org.gpucomm.runner.rig.Seat;

/** Check of a case: repeats its transfers on known data and counts wrong bytes. */
final class CheckedTransfers {

    private final FabricSetup setup;
    private final Seat seat;
    private final Connection connection;
    private final TimedTransfers batch;
    private final Operation operation;
    private int checks;

    CheckedTransfers(FabricSetup setup, Seat seat, Connection connection, TimedTransfers batch) {
        this.setup = setup;
        this.seat = seat;
        this.connection = connection;
        this.batch = batch;
        this.operation = setup.request().operation();
    }

    /** Returns the seed of the pattern that a rank sends in a check; it is different in each check. */
    static long seed(int rank, int check) {
        return (long) check << 32 | rank;
    }

    /** Returns the number of wrong bytes that this rank received. */
    long wrong(FabricCase each) {
        return batch.lists(each).stream().mapToLong(once -> wrong(once, each)).sum();
    }

    private long wrong(List<Transfer> once, FabricCase each) {
        int number = ++checks;
        connection.messages().fill(0, each.bytes(), seed(seat.rank(), number), 0);
        connection.messages().clear(connection.buffers().receiveAt(), each.bytes());
        seat.barrier("the check");
        var policy = each.method().policy(1, setup.request().stall()).oneByOne();
        connection.attempt("the checked transfers", () -> transfer(once, each, policy));
        return operation == Operation.ALLTOALL ? wrongOfAll(each, number) : wrongOfPair(each, number);
    }

    private void transfer(List<Transfer> once, FabricCase each, PostingPolicy policy) {
        var rails = connection.rails();
        switch (operation) {
            case ALLTOALL -> rails.exchange(List.of(once), policy,
                    Routes.writesOfAnIteration(each.bytes() / seat.ranks(), each.method()));
            case SENDRECV -> rails.pingPong(connection.partnerRank(), each.bytes(), 1, connection.begins());
            default -> {
                if (connection.begins() || operation == Operation.SEND) {
                    batch.drive(each, List.of(once), policy);
                } else if (each.method().immediate()) {
                    rails.awaitWrites(connection.partnerRank(), once.size());
                }
            }
        }
        connection.meetAtLine(operation == Operation.ALLTOALL ? Connection.all() : connection.partner());
    }

    private long wrongOfAll(FabricCase each, int number) {
        long share = each.bytes() / seat.ranks();
        long wrong = 0;
        for (int rank = 0; rank < seat.ranks(); rank++) {
            wrong += connection.messages().wrongBytes(connection.buffers().receiveAt() + share * rank, share,
                    seed(rank, number), share * seat.rank());
        }
        return wrong;
    }

    private long wrongOfPair(FabricCase each, int number) {
        boolean receives = operation == Operation.SENDRECV || connection.begins() == (operation == Operation.READ);
        return receives
                ? connection.messages().wrongBytes(connection.buffers().receiveAt(), each.bytes(),
                        seed(connection.partnerRank(), number), 0)
                : 0;
    }
}
