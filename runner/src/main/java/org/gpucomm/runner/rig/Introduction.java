package org.gpucomm.runner.rig;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What seats tell one another before they measure.
 *
 * @param process   that the seat is of
 * @param seat      its number there
 * @param agreement what it is going to do, in words; must be the same for all
 * @param room      bytes that it can give to messages
 */
record Introduction(int process, int seat, long pid, String host, String place, String agreement, long room) {

    byte[] toBytes() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeInt(process);
            out.writeInt(seat);
            out.writeLong(pid);
            out.writeUTF(host);
            out.writeUTF(place);
            out.writeUTF(agreement);
            out.writeLong(room);
        } catch (IOException neverInMemory) {
            throw new UncheckedIOException(neverInMemory);
        }
        return bytes.toByteArray();
    }

    static Introduction of(byte[] bytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return new Introduction(in.readInt(), in.readInt(), in.readLong(), in.readUTF(), in.readUTF(), in.readUTF(),
                    in.readLong());
        } catch (IOException e) {
            throw new UncheckedIOException("another process speaks another version of gpucomm", e);
        }
    }

    RankLine member(int rank) {
        return new RankLine(rank, pid, host, place);
    }

    /** @throws DisagreementException naming the first rank that is to do something else than rank 0 */
    static void requireSameAgreement(List<Introduction> ranks) {
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

    /** Ranks were started with different options or find different libraries. */
    static final class DisagreementException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        DisagreementException(String message) {
            super(message);
        }
    }
}
