package org.gpucomm.server.serve;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The server as a Spring Boot application. Every feature package brings its own beans. */
@SpringBootApplication(scanBasePackages = "org.gpucomm.server", proxyBeanMethods = false)
class Application {

    private Application() {}

    static SpringApplication create() {
        var application = new SpringApplication(Application.class);
        application.setMainApplicationClass(Application.class);
        return application;
    }

    /** Serves the build only, which has Spring write down as code what {@link ServeCommand} starts. */
    static void main(String[] arguments) {
        create().run(arguments);
    }
}
