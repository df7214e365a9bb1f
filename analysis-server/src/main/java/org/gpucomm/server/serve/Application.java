package org.gpucomm.server.serve;

import javax.sql.DataSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/** The server as a Spring Boot application. Every feature package brings its own beans. */
@SpringBootApplication(scanBasePackages = "org.gpucomm.server", proxyBeanMethods = false)
class Application {

    private Application() {}

    static SpringApplication create() {
        var application = new SpringApplication(Application.class);
        application.setMainApplicationClass(Application.class);
        return application;
    }

    /** The first who needs it waits until it is there. */
    @Bean(destroyMethod = "close")
    static DataSource dataSource(Storage storage) {
        return storage.await();
    }

    @Bean
    static TransactionOperations transactions(PlatformTransactionManager manager) {
        return new TransactionTemplate(manager);
    }

    /** Serves the build only, which has Spring write down as code what {@link ServeCommand} starts. */
    static void main(String[] arguments) {
        create().run(arguments);
    }
}
