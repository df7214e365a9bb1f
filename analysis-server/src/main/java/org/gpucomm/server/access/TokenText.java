package org.gpucomm.server.access;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

import org.apache.commons.codec.digest.DigestUtils;

/** Token {@code gpucomm_ID_SECRET}: a public id and 256 random bits, so that it cannot be found from the stored SHA-256. */
record TokenText(String id, String text) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern FORM = Pattern.compile("gpucomm_([0-9a-f]{12})_[\\w-]{43}");

    static TokenText random() {
        var id = HexFormat.of().formatHex(bytes(6));
        var secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(32));
        return new TokenText(id, "gpucomm_" + id + "_" + secret);
    }

    /** Parses a token; empty if it does not have this form. */
    static Optional<TokenText> of(String text) {
        var found = FORM.matcher(text);
        return found.matches() ? Optional.of(new TokenText(found.group(1), text)) : Optional.empty();
    }

    String hash() {
        return DigestUtils.sha256Hex(text);
    }

    /** Compares two tokens in constant time, so that the time does not reveal anything about them. */
    static boolean same(String one, String other) {
        return MessageDigest.isEqual(DigestUtils.sha256(one), DigestUtils.sha256(other));
    }

    private static byte[] bytes(int count) {
        var bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    /** Returns the token without its secret, so that no log contains it. */
    @Override
    public String toString() {
        return "gpucomm_" + id + "_…";
    }
}
