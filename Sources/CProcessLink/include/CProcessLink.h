// Messages between two processes over a pair of sockets that keeps messages separate (SOCK_SEQPACKET), each with an
// optional descriptor; and sealed shared memory. In C: control messages are macros.
#ifndef C_PROCESS_LINK_H
#define C_PROCESS_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    // The call would have to wait.
    process_link_again = -1,
    // The other end is closed, or the link is broken.
    process_link_closed = -2,
    // The message is longer than the buffer, or has more than one descriptor.
    process_link_malformed = -3,
    // Too many descriptors of the user's processes wait in sockets (ETOOMANYREFS): the call succeeds later.
    process_link_crowded = -4,
};

// Creates both ends, close-on-exec; returns false on failure.
bool process_link_open(int ends[_Nonnull 2]);

// Sends a message, with `descriptor` unless that is -1. Returns the number of bytes, or a code above. Waits only if
// `waits` is true.
ssize_t process_link_send(
    int end, const void *_Nonnull bytes, size_t count, int descriptor, bool waits);

// Receives a message of up to `capacity` bytes. Sets `descriptor` to the message's descriptor, close-on-exec, or to -1.
ssize_t process_link_receive(
    int end, void *_Nonnull bytes, size_t capacity, int *_Nonnull descriptor, bool waits);

// Creates `count` bytes of shareable memory, mapped at `*address`. Returns a descriptor; or -1 on failure, and nothing
// is mapped.
int shared_memory_make(size_t count, void *_Nullable *_Nonnull address);

// Takes the pages of this part of such memory at once: a fault for each costs as much as decoding a fifth of its pixels.
void shared_memory_populate(void *_Nonnull address, size_t count);

// Creates shareable memory that holds these bytes and has a fixed length. Returns a descriptor, or -1.
int shared_memory_copy(const void *_Nonnull bytes, size_t count);

// Creates shareable memory of this fixed length, which holds nothing yet. Returns a descriptor, or -1.
int shared_memory_reserve(size_t capacity);

// Writes the bytes to the start of such memory. Returns false on failure.
bool shared_memory_fill(int descriptor, const void *_Nonnull bytes, size_t count);

// Gives the pages of such memory back to the system.
void shared_memory_empty(int descriptor, size_t capacity);

// Unmaps the memory, and seals it: no process can change its bytes. Returns false on failure.
bool shared_memory_seal(int descriptor, void *_Nonnull address, size_t count);

// Maps this much of such memory for reading. Returns NULL on failure. Nothing is checked: the memory must be this
// process's own, or from the process that started this one.
const void *_Nullable shared_memory_take(int descriptor, size_t count);

// Creates shareable memory of this fixed length for another process to write. Returns a descriptor for this process, and
// at `lent` one for the other, which must be closed here once it is sent; or -1 on failure, and nothing is open.
int shared_memory_lend(size_t count, int *_Nonnull lent);

// Maps memory that was lent to this process, for writing. Returns NULL on failure.
void *_Nullable shared_memory_borrow(int descriptor, size_t count);

// Whether no other process has lent memory any more: no descriptor, no mapping of any kind, no message with it. True if
// the kernel does not tell. Waits for up to a tenth of a second.
bool shared_memory_is_back(int descriptor);

// Seals lent memory, as above, and gives back to the system what lies behind its first `count` bytes. Returns false on
// failure: if another process can still write to it.
bool shared_memory_keep(int descriptor, size_t count, size_t capacity);

// Starts `path` with this environment, `link` as descriptor 3, and /dev/null as descriptors 0 to 2; no other descriptor
// is open. Returns the process's number, or -errno.
pid_t process_start(
    const char *_Nonnull path, char *const _Nullable arguments[_Nonnull],
    char *const _Nullable environment[_Nonnull], int link);

// Returns a descriptor that becomes readable when the process ends; -1 if the kernel does not support it.
int process_descriptor(pid_t process);

// Waits for the end of a process that this one started, after killing it if `kill` is true. Returns its status, and at
// `microseconds` the processor time that it has used.
int process_finish(pid_t process, bool kill, int64_t *_Nonnull microseconds);

// Returns the processor time that a process has used, in nanoseconds; -1 if the process is gone.
int64_t process_processor_time(pid_t process);

#endif
