package org.gpucomm.runner.rig;

import java.util.List;

import org.gpucomm.runner.rendezvous.ByteArrays;

/**
 * Introduction of a seat to the others before the measurement.
 *
 * @param process   number of the seat's process
 * @param seat      number of the seat in its process
 * @param agreement text that must be the same for all seats: what they are going to measure
 * @param room      memory in bytes that the seat has for messages
 */
record SeatExchange(int process, int seat, long pid, String host, String place, String agreement, long room) {

    byte[] toBytes() {
        return ByteArrays.ofTexts(process, seat, pid, host, place, agreement, room);
    }

    static SeatExchange of(byte[] bytes) {
        var texts = ByteArrays.texts(bytes);
        return new SeatExchange(Integer.parseInt(texts.get(0)), Integer.parseInt(texts.get(1)),
                Long.parseLong(texts.get(2)), texts.get(3), texts.get(4), texts.get(5), Long.parseLong(texts.get(6)));
    }

    RankLine member(int rank) {
        return new RankLine(rank, pid, host, place);
    }

    /** Throws a {@link DisagreementException} that names the first rank whose agreement differs from that of rank 0, if any. */
    static void requireSameAgreement(List<SeatExchange> ranks) {
        var first = ranks.getFirst();
        for (int rank = 1; rank < ranks.size(); rank++) {
            var other = ranks.get(rank);
            if (!other.agreement.equals(first.agreement)) {
                throw new DisagreementException("rank " + rank + " on " + other.host
                        + " is to measure something else than rank 0: " + other.agreement + "; rank 0: "
                        + first.agreement);
            }
        }
    }

    /** Error of ranks that were started with different options or find different libraries. */
    static final class DisagreementException extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        DisagreementException(String message) {
            super(message);
        }
    }
}
