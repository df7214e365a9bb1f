package org.gpucomm.runner.ffi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.classfile.ClassFile;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.stream.Stream;

/**
 * Base interface for the functions of a C library: each abstract method of an extending interface is one C function. The method has the
 * name of the function. Its types map to C as follows: int to 32 bits; long to 64 bits, a handle or a device address; {@link MemorySegment}
 * to a pointer to host memory.
 *
 * <p>{@link NativeLibrary#functions} returns the implementation. Each of its methods is one invokedynamic instruction: the JVM links the
 * function on the first call, and compiled code treats handle and address as constants and allocates nothing. A
 * {@link java.lang.reflect.Proxy} would box every argument.
 */
public interface FunctionTable {

    /** Returns the library that has the functions. */
    NativeLibrary library();

    /** Alternative names of a function; the first name that the library exports is called. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Names {

        String[] value();
    }

    /** Marks a parameter that is a struct passed by value, with its size in bytes. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.PARAMETER)
    @interface ByValue {

        int value();
    }

    /** Links a function of a table on its first call. Called by the JVM only. */
    static CallSite link(MethodHandles.Lookup caller, String name, MethodType type) throws IllegalAccessException {
        var library = MethodHandles.classData(caller, ConstantDescs.DEFAULT_NAME, NativeLibrary.class);
        var table = caller.lookupClass().getInterfaces()[0];
        return new ConstantCallSite(name.equals("library")
                ? MethodHandles.constant(NativeLibrary.class, library)
                : handle(library,
                        functions(table).filter(each -> each.getName().equals(name)).findFirst().orElseThrow()));
    }

    /** Returns an implementation of a table, as a hidden class. */
    static <T extends FunctionTable> T of(NativeLibrary library, Class<T> table) {
        try {
            var made = MethodHandles.privateLookupIn(table, MethodHandles.lookup())
                    .defineHiddenClassWithClassData(implementation(table), library, false);
            return table
                    .cast(made.findConstructor(made.lookupClass(), MethodType.methodType(void.class)).invoke());
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    private static byte[] implementation(Class<?> table) {
        var link = MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.INTERFACE_STATIC,
                described(FunctionTable.class), "link",
                MethodTypeDesc.of(ConstantDescs.CD_CallSite, ConstantDescs.CD_MethodHandles_Lookup,
                        ConstantDescs.CD_String, ConstantDescs.CD_MethodType));
        return ClassFile.of().build(ClassDesc.of(table.getName() + "Linked"), made -> {
            made.withInterfaceSymbols(described(table));
            made.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC, code -> code
                    .aload(0).invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                    .return_());
            functions(table).forEach(function -> {
                var type = MethodTypeDesc.of(described(function.getReturnType()),
                        Stream.of(function.getParameterTypes()).map(FunctionTable::described).toList());
                made.withMethodBody(function.getName(), type, ClassFile.ACC_PUBLIC, code -> {
                    for (int i = 0; i < type.parameterCount(); i++) {
                        code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
                    }
                    code.invokedynamic(DynamicCallSiteDesc.of(link, function.getName(), type))
                            .return_(TypeKind.from(type.returnType()));
                });
            });
        });
    }

    private static Stream<Method> functions(Class<?> table) {
        return Stream.of(table.getMethods()).filter(method -> Modifier.isAbstract(method.getModifiers()));
    }

    private static ClassDesc described(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }

    @SuppressWarnings("restricted")
    private static MethodHandle handle(NativeLibrary library, Method function) {
        var names = function.getAnnotation(Names.class);
        var address = library.address(names == null ? new String[]{function.getName()} : names.value());
        var arguments = Stream.of(function.getParameters()).map(FunctionTable::layout).toArray(MemoryLayout[]::new);
        var result = function.getReturnType();
        return Linker.nativeLinker().downcallHandle(address, result == void.class
                ? FunctionDescriptor.ofVoid(arguments)
                : FunctionDescriptor.of(layout(result), arguments));
    }

    private static MemoryLayout layout(Parameter parameter) {
        var struct = parameter.getAnnotation(ByValue.class);
        return struct == null
                ? layout(parameter.getType())
                : MemoryLayout.structLayout(MemoryLayout.sequenceLayout(struct.value(), ValueLayout.JAVA_BYTE));
    }

    private static MemoryLayout layout(Class<?> type) {
        return type == int.class
                ? ValueLayout.JAVA_INT
                : type == long.class ? ValueLayout.JAVA_LONG : ValueLayout.ADDRESS;
    }
}
