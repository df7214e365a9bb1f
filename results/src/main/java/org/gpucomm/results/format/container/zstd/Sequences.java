package org.gpucomm.results.format.container.zstd;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/** Sequences of a block (RFC 8878 3.1.1.3.2): some literals, then a match, and so on. */
final class Sequences {

    private static final int PREDEFINED = 0;
    private static final int ONE_SYMBOL = 1;
    private static final int DESCRIBED = 2;
    private static final int MANY = 0x7F00;

    private final Window window;
    private final int[] offsets = new int[3];
    private @Nullable FseTable lengths;
    private @Nullable FseTable distances;
    private @Nullable FseTable matches;

    Sequences(Window window) {
        this.window = window;
    }

    /** A frame begins, which knows nothing of the one before. */
    void begin() {
        offsets[0] = 1;
        offsets[1] = 4;
        offsets[2] = 8;
        lengths = null;
        distances = null;
        matches = null;
    }

    void decode(byte[] bytes, int begin, int end, byte[] literals, int literalCount) throws IOException {
        int position = begin;
        int first = at(bytes, position++, end);
        int count = first;
        if (first == 255) {
            count = MANY + at(bytes, position, end) + (at(bytes, position + 1, end) << 8);
            position += 2;
        } else if (first >= 128) {
            count = (first - 128 << 8) + at(bytes, position++, end);
        }
        if (count == 0) {
            if (position != end) {
                throw new IOException("something follows a block without matches");
            }
            window.append(literals, 0, literalCount);
            return;
        }
        int modes = at(bytes, position++, end);
        if ((modes & 3) != 0) {
            throw new IOException("a bit of a block is set that must not be");
        }
        var tables = new TableReader(bytes, position, end);
        var ofLengths = tables.read(modes >> 6, lengths, Codes.LENGTHS);
        var ofDistances = tables.read(modes >> 4 & 3, distances, Codes.DISTANCES);
        var ofMatches = tables.read(modes >> 2 & 3, matches, Codes.MATCHES);
        lengths = ofLengths;
        distances = ofDistances;
        matches = ofMatches;
        int used = copy(new BackwardBits(bytes, tables.position, end), count, literals, literalCount, ofLengths,
                ofDistances, ofMatches);
        window.append(literals, used, literalCount - used);
    }

    /** @return how many literals were used */
    private int copy(BackwardBits stream, int count, byte[] literals, int literalCount, FseTable ofLengths,
            FseTable ofDistances, FseTable ofMatches) throws IOException {
        int length = ofLengths.first(stream);
        int distance = ofDistances.first(stream);
        int match = ofMatches.first(stream);
        int used = 0;
        for (int i = 0; i < count; i++) {
            int distanceBits = ofDistances.symbols[distance];
            long value = (1L << distanceBits) + (stream.read(distanceBits) & 0xFFFFFFFFL);
            int matchCode = ofMatches.symbols[match];
            int matchLength = Codes.MATCHES.bases[matchCode] + stream.read(Codes.MATCHES.bits[matchCode]);
            int lengthCode = ofLengths.symbols[length];
            int literalLength = Codes.LENGTHS.bases[lengthCode] + stream.read(Codes.LENGTHS.bits[lengthCode]);
            if (literalLength > literalCount - used) {
                throw new IOException("there are fewer literals than are used");
            }
            window.append(literals, used, literalLength);
            used += literalLength;
            window.repeat(offset(value, literalLength), matchLength);
            if (i < count - 1) {
                length = ofLengths.next(length, stream);
                match = ofMatches.next(match, stream);
                distance = ofDistances.next(distance, stream);
            }
            if (stream.left() < 0) {
                throw new IOException("a stream of matches ends early");
            }
        }
        if (stream.left() != 0) {
            throw new IOException("a stream of matches is too long");
        }
        return used;
    }

    /** RFC 8878 3.1.1.5: the three offsets used last have short codes. */
    private int offset(long value, int literalLength) throws IOException {
        if (value > 3) {
            return remember((int) Math.min(value - 3, Integer.MAX_VALUE), 2);
        }
        int index = (int) value - (literalLength == 0 ? 0 : 1);
        if (index == 0) {
            return offsets[0];
        }
        return remember(index < 3 ? offsets[index] : offsets[0] - 1, Math.min(index, 2));
    }

    private int remember(int offset, int index) throws IOException {
        if (offset <= 0) {
            throw new IOException("a match has no distance");
        }
        offsets[2] = index > 1 ? offsets[1] : offsets[2];
        offsets[1] = offsets[0];
        offsets[0] = offset;
        return offset;
    }

    private static int at(byte[] bytes, int position, int end) throws IOException {
        if (position >= end) {
            throw new IOException("a block is cut off");
        }
        return bytes[position] & 0xFF;
    }

    /** Reads the tables of a block. */
    private static final class TableReader {

        private final byte[] bytes;
        private final int end;
        private int position;

        TableReader(byte[] bytes, int position, int end) {
            this.bytes = bytes;
            this.position = position;
            this.end = end;
        }

        FseTable read(int mode, @Nullable FseTable before, Codes codes) throws IOException {
            switch (mode) {
                case PREDEFINED -> {
                    return codes.predefined;
                }
                case ONE_SYMBOL -> {
                    int symbol = at(bytes, position++, end);
                    if (symbol > codes.maxSymbol()) {
                        throw new IOException("a symbol stands for nothing");
                    }
                    return FseTable.of(symbol);
                }
                case DESCRIBED -> {
                    var reader = new FseTable.Reader(bytes, position, end);
                    var table = reader.read(codes.maxLog, codes.maxSymbol());
                    position = reader.position();
                    return table;
                }
                default -> {
                    if (before == null) {
                        throw new IOException("there is no table to use again");
                    }
                    return before;
                }
            }
        }
    }
}
