/* Counts for libFuzzer which blocks of the kernels were run: gcc's -fsanitize-coverage=trace-pc calls
   __sanitizer_cov_trace_pc at each of them, libFuzzer wants a counter for each of them.

   Counters are chosen by a hash of the address: a few of them are shared, which costs a little guidance. */
#include <stdint.h>

enum { COUNTERS = 1 << 16 };

static uint8_t counters[COUNTERS];
static struct {
    uintptr_t address, flags;
} places[COUNTERS];

void __sanitizer_cov_trace_pc(void)
{
    uint64_t address = (uintptr_t)__builtin_return_address(0);
    uint8_t *counter = counters + (address * UINT64_C(0x9E3779B97F4A7C15) >> 48);
    *counter += *counter != UINT8_MAX;
}

/* Tell libFuzzer of the counters, by its own two functions. */
void fuzzing_register(void (*init_counters)(uint8_t *, uint8_t *), void (*init_places)(void *, void *))
{
    for (uintptr_t k = 0; k < COUNTERS; k++) places[k].address = k + 1;
    init_counters(counters, counters + COUNTERS);
    init_places(places, places + COUNTERS);
}

/* Return how many counters have been touched since libFuzzer last cleared them. */
int fuzzing_touched(void)
{
    int touched = 0;
    for (int k = 0; k < COUNTERS; k++) touched += counters[k] != 0;
    return touched;
}
