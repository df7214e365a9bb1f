package org.gpucomm.server.serve;

import javax.sql.DataSource;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class StorageConfiguration {

    /** The first who needs it waits until it is there. */
    @Bean(destroyMethod = "close")
    DataSource dataSource(Storage storage) {
        return storage.await();
    }

    @Bean
    TransactionOperations transactions(PlatformTransactionManager manager) {
        return new TransactionTemplate(manager);
    }
}
