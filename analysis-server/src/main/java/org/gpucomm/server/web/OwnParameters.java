package org.gpucomm.server.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marker for a handler that reads its parameters from the request itself. */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface OwnParameters {

    /** Returns the names of the parameters; if empty, the handler itself refuses unknown ones. */
    String[] value() default {};
}
