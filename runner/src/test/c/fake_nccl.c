/* A libnccl that knows its version and nothing else, for tests. */
int ncclGetVersion(int *version) { *version = 22803; return 0; }
