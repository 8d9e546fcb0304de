/* Preloaded into the program, this sets its calendar's clock apart by the seconds in the file CLOCK: an 8-byte number,
   which may change at any time. Clocks that only go forwards stay as they are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile long long *shift;

__attribute__((constructor)) static void begin(void)
{
    int file = open(getenv("CLOCK"), O_RDONLY | O_CLOEXEC);
    void *map = mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
    shift = map == MAP_FAILED ? NULL : map;
    close(file);
}

static long long seconds(void)
{
    return shift ? *shift : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*next)(clockid_t, struct timespec *);
    if (!next)
        next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int failure = next(clock, now);
    if (!failure && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += seconds();
    return failure;
}

int gettimeofday(struct timeval *now, void *zone)
{
    static int (*next)(struct timeval *, void *);
    if (!next)
        next = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
    int failure = next(now, zone);
    if (!failure && now)
        now->tv_sec += seconds();
    return failure;
}

time_t time(time_t *now)
{
    struct timespec known;
    clock_gettime(CLOCK_REALTIME, &known);
    if (now)
        *now = known.tv_sec;
    return known.tv_sec;
}
