# The server with its dashboard. Build: docker build -t gpucomm .
FROM maven:3.9-eclipse-temurin-25 AS build
RUN apt-get update && apt-get install -y --no-install-recommends nodejs npm && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN mvn -B -q package -DskipTests

FROM eclipse-temurin:25-jre
RUN useradd --system --create-home gpucomm && mkdir /data && chown gpucomm /data
COPY --from=build /src/analysis-server/target/gpucomm.jar /opt/gpucomm/gpucomm.jar
COPY --from=build /src/analysis-server/target/lib /opt/gpucomm/lib
COPY --from=build /src/analysis-server/target/classes/java.options /opt/gpucomm/java.options
# This Java's own cache of what a start needs.
RUN java @/opt/gpucomm/java.options -XX:AOTCacheOutput=/opt/gpucomm/gpucomm.aot -classpath /opt/gpucomm/gpucomm.jar \
  org.gpucomm.server.Rehearsal /tmp/rehearsal >/dev/null && rm -r /tmp/rehearsal
USER gpucomm
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD bash -c 'exec 3<>/dev/tcp/127.0.0.1/8080 && printf "GET /actuator/health HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n" >&3 && grep -q "\"UP\"" <&3'
# Listening beyond loopback needs a token: set GPUCOMM_TOKEN.
ENTRYPOINT ["java", "@/opt/gpucomm/java.options", "-XX:AOTCache=/opt/gpucomm/gpucomm.aot", "-jar", "/opt/gpucomm/gpucomm.jar"]
CMD ["serve", "--address", "0.0.0.0", "--data-dir", "/data"]
