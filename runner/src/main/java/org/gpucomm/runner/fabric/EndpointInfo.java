package org.gpucomm.runner.fabric;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.runner.ffi.shim.FabricRails.RegionKey;
import org.gpucomm.runner.rendezvous.ByteArrays;

/**
 * Addresses and keys of a rank, sent to the other ranks.
 *
 * @param host      host name, for messages
 * @param addresses addresses of its rails, concatenated
 * @param messages  keys of its memory for messages, one per rail
 * @param words     keys of its memory for words, one per rail
 * @param receiveAt offset of its receive buffer in the memory for messages
 */
record EndpointInfo(String host, byte[] addresses, List<RegionKey> messages, List<RegionKey> words, long receiveAt) {

    byte[] toBytes() {
        return ByteArrays
                .joined(List.of(ByteArrays.ofTexts(host, receiveAt), addresses, bytes(messages), bytes(words)));
    }

    static EndpointInfo of(byte[] bytes) {
        var parts = ByteArrays.split(bytes);
        var texts = ByteArrays.texts(parts.get(0));
        return new EndpointInfo(texts.get(0), parts.get(1), keys(parts.get(2)), keys(parts.get(3)),
                Long.parseLong(texts.get(1)));
    }

    private static byte[] bytes(List<RegionKey> keys) {
        var bytes = ByteBuffer.allocate(2 * Long.BYTES * keys.size());
        keys.forEach(each -> bytes.putLong(each.key()).putLong(each.base()));
        return bytes.array();
    }

    private static List<RegionKey> keys(byte[] bytes) {
        var keys = new ArrayList<RegionKey>();
        for (var in = ByteBuffer.wrap(bytes); in.hasRemaining();) {
            keys.add(new RegionKey(in.getLong(), in.getLong()));
        }
        return keys;
    }
}
