package org.gpucomm.server.answers;

import org.gpucomm.server.series.Sequence;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

@Configuration(proxyBeanMethods = false)
class AnswerConfiguration {

    private static final int SHARE_OF_HEAP = 16;

    /** Last, behind the filters that decide who may ask and how often. */
    @Bean
    FilterRegistrationBean<AnswerCacheFilter> answerCache(ObjectProvider<Sequence> sequence) {
        var registration = new FilterRegistrationBean<>(
                new AnswerCacheFilter(sequence, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
        registration.setOrder(Ordered.LOWEST_PRECEDENCE);
        return registration;
    }
}
