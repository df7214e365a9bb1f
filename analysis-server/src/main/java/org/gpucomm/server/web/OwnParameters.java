package org.gpucomm.server.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A handler that reads its parameters off the request itself. */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface OwnParameters {

    /** Their names; without any, the handler itself refuses those that it does not know. */
    String[] value() default {};
}
