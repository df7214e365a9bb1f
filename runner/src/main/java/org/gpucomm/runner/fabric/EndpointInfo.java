package org.gpucomm.runner.fabric;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.runner.ffi.shim.FabricRails.RegionKey;

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
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeUTF(host);
            out.writeInt(messages.size());
            out.write(addresses);
            write(out, messages);
            write(out, words);
            out.writeLong(receiveAt);
        } catch (IOException neverInMemory) {
            throw new UncheckedIOException(neverInMemory);
        }
        return bytes.toByteArray();
    }

    static EndpointInfo of(byte[] bytes, int addressBytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            var host = in.readUTF();
            int rails = in.readInt();
            var addresses = in.readNBytes(rails * addressBytes);
            return new EndpointInfo(host, addresses, read(in, rails), read(in, rails), in.readLong());
        } catch (IOException e) {
            throw new UncheckedIOException("another process speaks another version of gpucomm", e);
        }
    }

    private static void write(DataOutputStream out, List<RegionKey> registrations) throws IOException {
        for (var each : registrations) {
            out.writeLong(each.key());
            out.writeLong(each.base());
        }
    }

    private static List<RegionKey> read(DataInputStream in, int rails) throws IOException {
        var registrations = new ArrayList<RegionKey>();
        for (int rail = 0; rail < rails; rail++) {
            registrations.add(new RegionKey(in.readLong(), in.readLong()));
        }
        return registrations;
    }
}
