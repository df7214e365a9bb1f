package org.gpucomm.runner.meeting;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What all processes gave, as one payload: for each its length (4 bytes) and its bytes. */
final class Gathered {

    private Gathered() {}

    static byte[] joined(List<byte[]> all) {
        var joined = ByteBuffer.allocate(all.stream().mapToInt(one -> Integer.BYTES + one.length).sum());
        all.forEach(one -> joined.putInt(one.length).put(one));
        return joined.array();
    }

    static List<byte[]> split(byte[] joined, int processes) {
        var in = ByteBuffer.wrap(joined);
        var all = new ArrayList<byte[]>();
        for (int i = 0; i < processes; i++) {
            var one = new byte[in.getInt()];
            in.get(one);
            all.add(one);
        }
        return all;
    }
}
