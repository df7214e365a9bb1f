# The runner on top of an image that has CUDA, NCCL, aws-ofi-nccl, libfabric, Open MPI and sshd, as the MPI operator wants
# them; Amazon's image of nccl-tests for EFA is one. Build, from the root of the repository:
#   mvn -q package -DskipTests && runner/image.sh
#   docker build --build-arg BASE=public.ecr.aws/hpc-cloud/nccl-tests:latest -f deploy/image/runner.Dockerfile -t REGISTRY/gpucomm-runner runner/target
ARG BASE=public.ecr.aws/hpc-cloud/nccl-tests:latest
FROM ${BASE}
COPY image /opt/gpucomm-runner
RUN ln -s /opt/gpucomm-runner/bin/gpucomm-runner /usr/local/bin/gpucomm-runner
