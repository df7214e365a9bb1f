/* A libcuda of two GPUs on host memory, for tests. FAKE_CUDA_INIT names the code that cuInit returns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cuInit(unsigned flags) {
  const char *code = getenv("FAKE_CUDA_INIT");
  return flags == 0 && code ? atoi(code) : 0;
}
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuDeviceGetCount(int *count) { *count = 2; return 0; }
int cuDeviceGetName(char *name, int length, int device) {
  return snprintf(name, length, "Fake H200 number %d", device) < 0;
}
int cuDeviceTotalMem_v2(size_t *bytes, int device) { (void)device; *bytes = (size_t)141 << 30; return 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  (void)device;
  *value = attribute == 75 ? 9 : 0;
  return 0;
}
int cuDeviceGetPCIBusId(char *id, int length, int device) {
  return snprintf(id, length, "0000:%02X:00.0", 0x53 + device) < 0;
}
int cuGetErrorString(int code, const char **text) {
  *text = code == 100 ? "no CUDA-capable device is detected" : "unknown error";
  return 0;
}
