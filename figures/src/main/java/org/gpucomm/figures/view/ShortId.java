package org.gpucomm.figures.view;

/** A few characters for a long identity (FNV-1a), so that an address can list hidden curves. The dashboard has the same. */
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
