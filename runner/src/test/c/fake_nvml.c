/* An NVML of two GPUs behind one NVLink switch, for tests. FAKE_NVML_INIT names the code that nvmlInit returns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pci_info { char legacy[16]; unsigned domain, bus, device, id, subsystem; char bus_id[32]; };
static int gpus[2];
enum { NOT_SUPPORTED = 3, NOT_FOUND = 6 };

int nvmlInit_v2(void) { const char *code = getenv("FAKE_NVML_INIT"); return code ? atoi(code) : 0; }
const char *nvmlErrorString(int code) { return code == 9 ? "Driver Not Loaded" : "Unknown Error"; }
int nvmlSystemGetDriverVersion(char *text, unsigned length) { return snprintf(text, length, "580.12.34") < 0; }
int nvmlDeviceGetHandleByPciBusId_v2(const char *address, void **device) {
  if (!strcmp(address, "0000:53:00.0")) { *device = &gpus[0]; return 0; }
  if (!strcmp(address, "0000:54:00.0")) { *device = &gpus[1]; return 0; }
  return NOT_FOUND;
}
int nvmlDeviceGetClockInfo(void *device, unsigned type, unsigned *mhz) {
  (void)device;
  *mhz = type == 1 ? 345 : 3201;
  return 0;
}
int nvmlDeviceGetMaxClockInfo(void *device, unsigned type, unsigned *mhz) {
  (void)device;
  *mhz = type == 1 ? 1980 : 3201;
  return 0;
}
int nvmlDeviceGetEnforcedPowerLimit(void *device, unsigned *milliwatts) {
  *milliwatts = 700000;
  return device == &gpus[1] ? NOT_SUPPORTED : 0;
}
int nvmlDeviceGetNvLinkState(void *device, unsigned link, unsigned *up) {
  (void)device;
  *up = link != 17;
  return link < 18 ? 0 : 2;
}
int nvmlDeviceGetNvLinkVersion(void *device, unsigned link, unsigned *version) {
  (void)device; (void)link;
  *version = 4;
  return 0;
}
int nvmlDeviceGetNvLinkRemotePciInfo_v2(void *device, unsigned link, struct pci_info *info) {
  (void)link;
  int hidden = device == &gpus[1]; /* as the driver tells it in a virtual machine without its switches */
  info->domain = hidden ? 0xffffffff : 0;
  info->bus = hidden ? 0xff : 0xcf;
  info->device = hidden ? 0xff : 0;
  return 0;
}
int nvmlDeviceGetP2PStatus(void *one, void *other, unsigned index, unsigned *status) {
  *status = index == 2 && one != other ? 0 : 6;
  return 0;
}
