// Messages between two processes, over a pair of sockets that keeps them apart (SOCK_SEQPACKET), each with a descriptor
// if need be; and memory that one of them has sealed. In C: control messages are macros.
#ifndef C_PROCESS_LINK_H
#define C_PROCESS_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    // Nothing can be taken or given without waiting.
    process_link_again = -1,
    // The other end is closed, or the link is broken.
    process_link_closed = -2,
    // What came is longer than there was room for, or has more descriptors than one.
    process_link_malformed = -3,
};

// Makes both ends, close-on-exec; false where there are none to be had.
bool process_link_open(int ends[_Nonnull 2]);

// Gives a message, with `descriptor` unless that is -1. The count of bytes, or one of the above. Does not wait where
// `waits` is false.
ssize_t process_link_send(
    int end, const void *_Nonnull bytes, size_t count, int descriptor, bool waits);

// Takes a message of up to `capacity` bytes. `descriptor` becomes the one that came with it, close-on-exec, or -1.
ssize_t process_link_receive(
    int end, void *_Nonnull bytes, size_t capacity, int *_Nonnull descriptor, bool waits);

// Memory that can be shared, of so many bytes, mapped at `*address`; a descriptor, or -1. Where it fails nothing is
// mapped.
int shared_memory_make(size_t count, void *_Nullable *_Nonnull address);

// Memory that can be shared and holds these bytes; a descriptor, or -1. Nobody can change its length.
int shared_memory_copy(const void *_Nonnull bytes, size_t count);

// Takes the mapping away, and has nobody ever change the bytes; false where that can't be had.
bool shared_memory_seal(int descriptor, void *_Nonnull address, size_t count);

// Maps memory that somebody else has made, for reading: NULL where it is not sealed, or has another size. What is
// mapped stays as it is, and stays readable, whatever its maker does.
const void *_Nullable shared_memory_map(int descriptor, size_t count);

// The same of memory that this process is handed by the one that started it: unchecked, and without a call that a
// confined process may not make.
const void *_Nullable shared_memory_take(int descriptor, size_t count);

// Starts `path`, with `link` as descriptor 3, nothing else open, and this environment. Its number, or -errno.
pid_t process_start(
    const char *_Nonnull path, char *const _Nullable arguments[_Nonnull],
    char *const _Nullable environment[_Nonnull], int link);

// A descriptor that becomes readable when the process ends; -1 where the kernel has none.
int process_descriptor(pid_t process);

// Kills a process that this one has started, and takes its status. Blocks until it is gone.
int process_finish(pid_t process, bool kill);

// The processor time that a process has used up, in nanoseconds; -1 where it is gone.
int64_t process_processor_time(pid_t process);

#endif
