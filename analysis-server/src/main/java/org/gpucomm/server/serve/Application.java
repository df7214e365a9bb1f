package org.gpucomm.server.serve;

import javax.sql.DataSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/** Server as a Spring Boot application. Every feature package defines its own beans. */
@SpringBootApplication(scanBasePackages = "org.gpucomm.server", proxyBeanMethods = false)
class Application {

    private Application() {}

    static SpringApplication create() {
        var application = new SpringApplication(Application.class);
        application.setMainApplicationClass(Application.class);
        return application;
    }

    /** Returns the database, after waiting until it is ready. */
    @Bean(destroyMethod = "close")
    static DataSource dataSource(Storage storage) {
        return storage.await();
    }

    @Bean
    static TransactionOperations transactions(PlatformTransactionManager manager) {
        return new TransactionTemplate(manager);
    }

    /** Runs at build time only, when Spring generates code for the beans that {@link ServeCommand} starts. */
    static void main(String[] arguments) {
        create().run(arguments);
    }
}
