# The server with its dashboard. Build: docker build -t gpucomm .   Without a Docker daemon: deploy/image/build.sh server
FROM maven:3.9-eclipse-temurin-25 AS build
RUN apt-get update && apt-get install -y --no-install-recommends nodejs npm && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN mvn -B -q package -DskipTests

FROM eclipse-temurin:25-jre
RUN useradd --system --uid 999 --create-home gpucomm && mkdir /data && chown gpucomm /data
# The launcher with what it starts, so that the options for the JVM are said in one place.
COPY --from=build /src/gpucomm /opt/gpucomm/
COPY --from=build /src/analysis-server/target/gpucomm.jar /opt/gpucomm/analysis-server/target/
COPY --from=build /src/analysis-server/target/lib /opt/gpucomm/analysis-server/target/lib
COPY --from=build /src/analysis-server/target/classes/*.options /opt/gpucomm/analysis-server/target/classes/
COPY --from=build /src/runner/target/runner.jar /opt/gpucomm/runner/target/
COPY --from=build /src/runner/target/lib /opt/gpucomm/runner/target/lib
COPY --from=build /src/runner/target/classes/java.options /opt/gpucomm/runner/target/classes/
# This Java's own cache of what a start needs.
RUN cd /opt/gpucomm/analysis-server/target && java @classes/java.options -XX:AOTCacheOutput=gpucomm.aot -Dspring.context.exit=onRefresh \
  -jar /opt/gpucomm/analysis-server/target/gpucomm.jar serve --port 0 --data-dir /tmp/first-start >/dev/null && rm -r /tmp/first-start
# A number, as Kubernetes wants it that asks for a user other than root.
USER 999
VOLUME /data
EXPOSE 8080
# Health and metrics, with threads of their own. Not published: what watches the server reaches it in the container's network.
ENV GPUCOMM_MANAGEMENT_PORT=8081
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD bash -c 'exec 3<>/dev/tcp/127.0.0.1/$GPUCOMM_MANAGEMENT_PORT && printf "GET /actuator/health/liveness HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n" >&3 && grep -q "\"UP\"" <&3'
# Listening beyond loopback needs a token: set GPUCOMM_TOKEN.
ENTRYPOINT ["/opt/gpucomm/gpucomm"]
CMD ["serve", "--address", "0.0.0.0", "--data-dir", "/data"]
