package org.gpucomm.figures.view;

import java.util.List;
import java.util.Locale;

/** File names that describe the content, for example {@code busbw-by-size_all-reduce_nccl_16-gpus}. */
public final class ViewName {

    private static final int LONGEST = 120;

    private ViewName() {}

    /** Returns a name made of parts, most significant first. Empty parts are omitted. */
    public static String of(List<String> parts) {
        var name = String.join("_", parts.stream().map(ViewName::plain).filter(part -> !part.isEmpty()).toList());
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST);
    }

    private static String plain(String part) {
        return part.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-").replaceAll("^[-.]+|(?<![-.])[-.]+$", "");
    }
}
