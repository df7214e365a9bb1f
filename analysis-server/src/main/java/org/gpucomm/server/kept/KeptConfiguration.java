package org.gpucomm.server.kept;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

@Configuration(proxyBeanMethods = false)
class KeptConfiguration {

    private static final int SHARE_OF_HEAP = 16;

    /** Last, behind those that say who may ask and how often. */
    @Bean
    FilterRegistrationBean<KeptAnswersFilter> keptAnswers(ObjectProvider<TableStates> states) {
        var registration = new FilterRegistrationBean<>(new KeptAnswersFilter(states,
                new KeptAnswers(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP)));
        registration.setOrder(Ordered.LOWEST_PRECEDENCE);
        return registration;
    }
}
