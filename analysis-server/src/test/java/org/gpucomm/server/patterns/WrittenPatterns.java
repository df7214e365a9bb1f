package org.gpucomm.server.patterns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;

/**
 * Every regular expression that is written in a module's code: the constants of its classes, and those that stand where they are used, as
 * in {@code text.matches("[0-9]+")}. They are read from the compiled classes, where texts that were joined are one.
 */
final class WrittenPatterns {

    private static final String STRING = "java/lang/String";
    private static final String PATTERN = "java/util/regex/Pattern";
    private static final String MATCHER = "java/util/regex/Matcher";
    private static final Set<String> OF_STRINGS = Set.of("matches", "replaceAll", "replaceFirst", "split");
    private static final Set<String> SEARCHING = Set.of("find", "replaceAll", "replaceFirst", "results", "split",
            "splitAsStream", "asPredicate");
    private static final int NEAR = 8;

    /** By the place where it is written. */
    private final Map<String, Written> all = new TreeMap<>();
    private final Set<String> searchedFields = new HashSet<>();

    /** @param searches whether it is tried at each character, and not at the first one alone */
    record Written(Pattern pattern, boolean searches) {}

    /** @param one any class of each module */
    static Map<String, Written> of(List<Class<?>> one) throws IOException, ReflectiveOperationException {
        var patterns = new WrittenPatterns();
        var models = new ArrayList<ClassModel>();
        for (var module : one) {
            models.addAll(models(Path.of(module.getProtectionDomain().getCodeSource().getLocation().getPath())));
        }
        for (var model : models) {
            boolean passesOn = model.methods().stream().anyMatch(WrittenPatterns::searchesWhatItIsGiven);
            model.methods().forEach(method -> patterns.read(model, method, passesOn));
        }
        for (var model : models) {
            patterns.constants(model);
        }
        return patterns.all;
    }

    private static List<ClassModel> models(Path classes) throws IOException {
        if (Files.isDirectory(classes)) {
            return modelsBelow(classes);
        }
        try (var jar = FileSystems.newFileSystem(classes)) {
            return modelsBelow(jar.getPath("/"));
        }
    }

    private static List<ClassModel> modelsBelow(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".class")).sorted().map(file -> {
                try {
                    return ClassFile.of().parse(Files.readAllBytes(file));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }).toList();
        }
    }

    private static boolean searchesWhatItIsGiven(MethodModel method) {
        return method.methodTypeSymbol().parameterList().stream()
                .anyMatch(type -> type.descriptorString().equals("L" + PATTERN + ";")
                        || type.descriptorString().equals("L" + MATCHER + ";"))
                && searches(instructions(method));
    }

    private static List<Instruction> instructions(MethodModel method) {
        return method.code().stream().flatMap(code -> code.elementStream()).map(CodeElement.class::cast)
                .filter(Instruction.class::isInstance).map(Instruction.class::cast).toList();
    }

    private static boolean searches(List<Instruction> code) {
        return code.stream().anyMatch(each -> each instanceof InvokeInstruction call
                && (isOf(call, MATCHER) || isOf(call, PATTERN)) && SEARCHING.contains(call.name().stringValue()));
    }

    private static boolean isOf(InvokeInstruction call, String owner) {
        return call.owner().asInternalName().equals(owner);
    }

    /** @param passesOn whether the class searches by patterns that its methods give one another */
    private void read(ClassModel model, MethodModel method, boolean passesOn) {
        var code = instructions(method);
        IntStream.range(0, code.size()).forEach(i -> {
            var name = model.thisClass().asInternalName().replace('/', '.') + "." + method.methodName().stringValue()
                    + " " + i;
            var before = code.subList(0, i);
            switch (code.get(i)) {
                case FieldInstruction field when field.opcode() == Opcode.GETSTATIC
                        && isPattern(field.typeSymbol()) && searchesBy(code, i, passesOn) ->
                    searchedFields
                            .add(field.owner().asInternalName().replace('/', '.') + "."
                                    + field.name().stringValue());
                case InvokeInstruction call when isOf(call, STRING)
                        && OF_STRINGS.contains(call.name().stringValue()) -> {
                    var does = call.name().stringValue();
                    inPlace(name, before, 0, !does.equals("matches"), does.startsWith("replace") ? 2 : 1);
                }
                case InvokeInstruction call when isOf(call, PATTERN) && call.name().equalsString("matches") -> inPlace(
                        name, before, 0, false, 1);
                case InvokeInstruction call when isOf(call, PATTERN) && call.name().equalsString("compile")
                        && !isConstant(code, i) ->
                    inPlace(name, before,
                            call.typeSymbol().parameterCount() == 2 ? flags(before) : 0,
                            !(code.get(i + 1) instanceof InvokeInstruction next
                                    && next.name().equalsString("asMatchPredicate")),
                            1);
                default -> {
                    // It has nothing to do with patterns.
                }
            }
        });
    }

    private static boolean isPattern(ClassDesc type) {
        return type.descriptorString().equals("L" + PATTERN + ";");
    }

    private static boolean isConstant(List<Instruction> code, int at) {
        return at + 1 < code.size() && code.get(at + 1) instanceof FieldInstruction field
                && field.opcode() == Opcode.PUTSTATIC && isPattern(field.typeSymbol());
    }

    /** What becomes of a pattern that is loaded there: what its matcher is asked, or what others do that it is given to. */
    private static boolean searchesBy(List<Instruction> code, int at, boolean passesOn) {
        for (int i = at + 1; i < code.size(); i++) {
            if (code.get(i) instanceof InvokeInstruction call) {
                if (isOf(call, PATTERN) && call.name().equalsString("matcher")) {
                    return searchesWith(code, i, passesOn);
                }
                if (isOf(call, PATTERN)) {
                    return SEARCHING.contains(call.name().stringValue());
                }
                if (call.typeSymbol().parameterList().stream().anyMatch(WrittenPatterns::isPattern)) {
                    return passesOn;
                }
            }
        }
        return passesOn;
    }

    private static boolean searchesWith(List<Instruction> code, int matcher, boolean passesOn) {
        return switch (matcher + 1 < code.size() ? code.get(matcher + 1) : null) {
            case InvokeInstruction call when isOf(call, MATCHER) -> SEARCHING.contains(call.name().stringValue());
            case StoreInstruction store -> IntStream.range(matcher, code.size() - 1)
                    .anyMatch(i -> code.get(i) instanceof LoadInstruction load && load.slot() == store.slot()
                            && searches(code.subList(i + 1, Math.min(code.size(), i + NEAR))));
            case null, default -> passesOn;
        };
    }

    /** Takes this number of texts nearest before the call. A replacement text among them does no harm. */
    private void inPlace(String name, List<Instruction> before, int flags, boolean searches, int texts) {
        var constants = constants(before);
        var written = constants.stream().filter(String.class::isInstance).map(String.class::cast).limit(texts).toList();
        IntStream.range(0, written.size()).forEach(i -> {
            try {
                all.put(name + " " + i, new Written(Pattern.compile(written.get(i), flags), searches));
            } catch (PatternSyntaxException replacement) {
                // "$1 and $2", say.
            }
        });
    }

    private static int flags(List<Instruction> before) {
        var constants = constants(before);
        return !constants.isEmpty() && constants.getFirst() instanceof Integer flags ? flags : 0;
    }

    /** The nearest first. */
    private static List<Object> constants(List<Instruction> before) {
        return before.subList(Math.max(0, before.size() - NEAR), before.size()).reversed().stream()
                .filter(ConstantInstruction.class::isInstance)
                .map(each -> (Object) ((ConstantInstruction) each).constantValue()).toList();
    }

    private void constants(ClassModel model) throws ReflectiveOperationException {
        if (model.fields().stream()
                .noneMatch(field -> field.fieldTypeSymbol().descriptorString().equals("L" + PATTERN + ";"))) {
            return;
        }
        var name = model.thisClass().asInternalName().replace('/', '.');
        for (var field : Class.forName(name).getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == Pattern.class) {
                field.setAccessible(true);
                var key = name + "." + field.getName();
                all.put(key, new Written((Pattern) field.get(null), searchedFields.contains(key)));
            }
        }
    }
}
