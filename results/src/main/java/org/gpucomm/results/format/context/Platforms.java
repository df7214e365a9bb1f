package org.gpucomm.results.format.context;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.results.format.Entry.Fact;

/** Versions and machines in lines around a benchmark, without NCCL's prefix. */
final class Platforms {

    private static final Pattern NCCL_VERSION = Pattern.compile("\\b(N|R)CCL version ?:? ?(\\d[\\w.+-]*)");
    private static final Pattern INSTANCE_TYPE = Pattern.compile(
            "(?i)\\binstance[-_ ]?type\\b[\\s\"':=]+([a-z][a-z0-9-]{1,15}\\.[a-z0-9-]{2,20})");
    private static final Pattern DRIVER = Pattern.compile("Driver Version: (\\d{3}\\.[\\d.]+)\\b");
    private static final Pattern CUDA = Pattern.compile("CUDA Version: (\\d{1,2}\\.\\d)\\b");
    private static final Pattern NCCL_CODE = Pattern.compile("\\d{4,6}");

    private Platforms() {}

    static List<Fact> facts(String line) {
        boolean said = line.contains("ersion") || line.contains("nstance");
        if (!said) {
            return List.of();
        }
        var facts = new ArrayList<Fact>();
        var version = NCCL_VERSION.matcher(line);
        // some programs print the code number of nccl.h instead of a version
        if (version.find() && !NCCL_CODE.matcher(version.group(2)).matches()) {
            facts.add(new Fact(version.group(1).equals("N") ? "nccl_version" : "rccl_version", version.group(2)));
        }
        add("instance_type", INSTANCE_TYPE, line, facts);
        add("driver_version", DRIVER, line, facts);
        add("cuda_version", CUDA, line, facts);
        return facts;
    }

    private static void add(String name, Pattern pattern, String line, List<Fact> facts) {
        var found = pattern.matcher(line);
        if (found.find()) {
            facts.add(new Fact(name, found.group(1)));
        }
    }
}
