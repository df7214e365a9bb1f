package org.gpucomm.server.series;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.server.web.ReadOnlySnapshot;
import org.gpucomm.server.web.OwnParameters;

/**
 * Mark of a parameter that takes a {@link Filter} off the request itself, so that the interface's document names its parameters; its
 * answer is over one state of the tables.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ReadOnlySnapshot
@OwnParameters
public @interface Filtered {

    /** Whether it takes days, by {@link Filter#withDays}. */
    boolean days() default true;
}
