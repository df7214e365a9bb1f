package org.gpucomm.figures.view;

/** Hash (FNV-1a) that shortens a long id, so that an address can list hidden curves. The dashboard uses the same hash. */
public final class ShortId {

    private ShortId() {}

    public static String of(String id) {
        int hash = 0x811c9dc5;
        for (int i = 0; i < id.length(); i++) {
            hash = (hash ^ id.charAt(i)) * 0x01000193;
        }
        return Long.toString(Integer.toUnsignedLong(hash), 36);
    }
}
