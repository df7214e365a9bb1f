package org.gpucomm.runner.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.yaml.snakeyaml.nodes.Node;

/** Single values of a plan. */
final class Scalars {

    static final Duration DEFAULT_LIMIT = Duration.ofHours(1);

    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})\\s*(?:([kKmMgG])(?:i?B)?|B)?");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})\\s*([smh])");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern WORD = Pattern.compile("[a-z0-9_]+");

    /** Flags of bench that the plan sets by its own keys or by itself. */
    private static final List<String> PLANS_OWN = List.of("-b", "-e", "-f", "-i", "-g", "-d", "-o", "-n", "-w", "-c",
            "-O",
            "--output", "--resume", "--overwrite", "--section", "--setting", "--upload");

    private final Yaml yaml;

    Scalars(Yaml yaml) {
        this.yaml = yaml;
    }

    String text(Node node) throws PlanException {
        return yaml.text(node, "this");
    }

    Path output(Node node) throws PlanException {
        var name = yaml.text(node, "output");
        if (!name.endsWith(".csv") && !name.endsWith(".jsonl")) {
            throw yaml.problem(node, "output must end in .csv or .jsonl, was '" + name + "'");
        }
        return Path.of(name);
    }

    int whole(Node node, String what, int least) throws PlanException {
        var text = yaml.text(node, what);
        int value = text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
        if (value < least) {
            throw yaml.problem(node, what + " must be a whole number of at least " + least + ", was '" + text + "'");
        }
        return value;
    }

    /** Bytes; K, M and G are 2¹⁰, 2²⁰ and 2³⁰ as for nccl-tests. */
    long bytes(Node node, String what) throws PlanException {
        var text = yaml.text(node, what);
        var size = SIZE.matcher(text.strip());
        if (!size.matches()) {
            throw yaml.problem(node, what + " must be a size such as 8, 64K, 16M or 1G, was '" + text + "'");
        }
        var unit = size.group(2) == null ? "" : size.group(2);
        long factor = switch (unit.toUpperCase(Locale.ROOT)) {
            case "K" -> 1L << 10;
            case "M" -> 1L << 20;
            case "G" -> 1L << 30;
            default -> 1;
        };
        try {
            return Math.multiplyExact(Long.parseLong(size.group(1)), factor);
        } catch (ArithmeticException e) {
            throw yaml.problem(node, what + " is too large: '" + text + "'");
        }
    }

    boolean yesOrNo(Node node) throws PlanException {
        return switch (yaml.text(node, "check")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw yaml.problem(node, "check must be true or false, was '" + yaml.text(node, "check") + "'");
        };
    }

    String word(Node node, String what) throws PlanException {
        var text = yaml.text(node, what);
        if (!WORD.matcher(text).matches()) {
            throw yaml.problem(node, what + " is a word such as float or sum, was '" + text + "'");
        }
        return text;
    }

    Duration duration(Node node) throws PlanException {
        var text = yaml.text(node, "timeout");
        var duration = DURATION.matcher(text.strip());
        if (!duration.matches() || Integer.parseInt(duration.group(1)) == 0) {
            throw yaml.problem(node, "timeout must be a time such as 90s, 10m or 2h, was '" + text + "'");
        }
        int count = Integer.parseInt(duration.group(1));
        return switch (duration.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
    }

    String option(Node node) throws PlanException {
        var text = yaml.text(node, "an option");
        var flag = text.contains("=") ? text.substring(0, text.indexOf('=')) : text;
        if (PLANS_OWN.contains(flag)) {
            throw yaml.problem(node, "option '" + flag + "' is what the plan itself decides; use its key");
        }
        return text;
    }

    String variable(String name, Node near) throws PlanException {
        if (!VARIABLE.matcher(name).matches()) {
            throw yaml.problem(near, "'" + name + "' cannot be the name of a variable of the environment");
        }
        return name;
    }
}
