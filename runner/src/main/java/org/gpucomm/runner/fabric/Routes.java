package org.gpucomm.runner.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.runner.fabric.FabricTransferMethod.Distribution;
import org.gpucomm.runner.ffi.shim.Transfer;
import org.gpucomm.runner.ffi.shim.Transfer.Kind;

/**
 * Builder of the transfers of one rank, with a list for each iteration of a period.
 *
 * @param rank   this rank
 * @param ranks  number of ranks
 * @param memory buffers of this rank
 * @param peers  addresses and keys of all ranks, in order
 */
record Routes(int rank, int ranks, Buffers memory, List<EndpointInfo> peers) {

    /** Returns the other rank of the pair: of 2 n ranks, r and r + n are a pair. */
    static int partner(int rank, int ranks) {
        return (rank + ranks / 2) % ranks;
    }

    /** Returns whether a rank starts the transfers of its pair: the ranks of the first half do. */
    static boolean begins(int rank, int ranks) {
        return rank < ranks / 2;
    }

    /**
     * Returns the transfers between this rank and its partner. Writes and sends go from this send buffer to the partner's receive buffer,
     * reads from the partner's send buffer to this receive buffer.
     */
    List<List<Transfer>> pair(Kind kind, long bytes, FabricTransferMethod method) {
        return phases(method).mapToObj(phase -> message(kind, partner(rank, ranks), 0, 0, bytes, phase, method))
                .toList();
    }

    /**
     * Returns the transfers of an all-to-all: a write to each other rank, starting with the next rank, so that not all ranks start with the
     * same peer; and a local copy of the rank's own share.
     */
    List<List<Transfer>> allToAll(long bytes, FabricTransferMethod method) {
        long share = bytes / ranks;
        return phases(method).mapToObj(phase -> {
            var transfers = new ArrayList<Transfer>();
            for (int step = 1; step < ranks; step++) {
                int to = (rank + step) % ranks;
                transfers.addAll(
                        message(Kind.WRITE_IMMEDIATE, to, share * to, share * rank, share, phase + step, method));
            }
            transfers.add(new Transfer(Kind.COPY_HERE, 0, 0, memory.send() + share * rank, share,
                    memory.receive() + share * rank, 0, rank));
            return List.copyOf(transfers);
        }).toList();
    }

    /** Returns the iterations of a period: in each, another interface has the first turn. */
    private static IntStream phases(FabricTransferMethod method) {
        return IntStream.range(0, method.distribute() == Distribution.SPLIT ? 1 : method.nics());
    }

    /** Returns the transfers of a message: a part over each interface, or all of it over the one whose turn it is. */
    private List<Transfer> message(Kind kind, int peer, long here, long there, long bytes, int turn,
            FabricTransferMethod method) {
        int nics = method.nics();
        return method.distribute() == Distribution.SPLIT
                ? IntStream.range(0, nics).filter(nic -> part(bytes, nic, nics) > 0)
                        .mapToObj(
                                nic -> transfer(kind, nic, peer, here + bytes * nic / nics, there + bytes * nic / nics,
                                        part(bytes, nic, nics)))
                        .toList()
                : List.of(transfer(kind, turn % nics, peer, here, there, bytes));
    }

    /** Returns the number of writes from each other rank to this one in an iteration of an all-to-all. */
    static int writesOfAnIteration(long share, FabricTransferMethod method) {
        return method.distribute() == Distribution.ROUND_ROBIN
                ? 1
                : (int) IntStream.range(0, method.nics()).filter(nic -> part(share, nic, method.nics()) > 0).count();
    }

    /** Returns the transfer that writes this rank's word in the memory of a peer, over one rail. */
    Transfer word(int peer, int rail) {
        var endpoint = peers.get(peer);
        return new Transfer(Kind.WRITE, rail, peer, memory.outgoing(peer), Long.BYTES,
                endpoint.words().get(rail).base() + (long) rank * Long.BYTES, endpoint.words().get(rail).key(), rank);
    }

    private Transfer transfer(Kind kind, int rail, int peer, long here, long there, long length) {
        var endpoint = peers.get(peer);
        boolean fetches = kind == Kind.READ || kind == Kind.RECEIVE;
        return new Transfer(kind, rail, peer, (fetches ? memory.receive() : memory.send()) + here, length,
                endpoint.messages().get(rail).base() + (kind == Kind.READ ? 0 : endpoint.receiveAt()) + there,
                endpoint.messages().get(rail).key(), rank);
    }

    private static long part(long bytes, int nic, int nics) {
        return bytes * (nic + 1) / nics - bytes * nic / nics;
    }
}
