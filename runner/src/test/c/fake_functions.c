/* Functions that say what reached them. */
#include <string.h>

typedef struct { char bytes[128]; } id;

/* Nine arguments, so that some go by the stack; an int in the place of a long, or the reverse, changes the sum. */
long fake_sum(int a, long b, int c, long d, int e, long f, int g, int h, long i) {
  return a + 2 * b + 3L * c + 4 * d + 5L * e + 6 * f + 7L * g + 8L * h + 9 * i;
}
int fake_of_struct(int *last, id value, int place) {
  *last = value.bytes[127];
  return value.bytes[place];
}
static char text[8];
void fake_keep(const char *of) { strncpy(text, of, sizeof text - 1); }
const char *fake_kept(void) { return text; }
int fake_old_v2(void) { return 2; }
