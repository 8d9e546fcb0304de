// What a process gives up before it reads a byte of somebody else's, in C: prctl and syscall are variadic, and a filter
// of system calls is a table of macros.
#ifndef C_CONFINEMENT_H
#define C_CONFINEMENT_H

#include <stdbool.h>
#include <stdint.h>

// What a process may still use once it is confined.
struct confinement_limits {
    // Bytes of address space.
    uint64_t memory;
    // Seconds of processor time, of all its threads together, from its start on.
    uint64_t processor_seconds;
    // Bytes of one piece of memory that it shares.
    uint64_t shared_bytes;
    // Open descriptors.
    uint64_t descriptors;
    // Whether it may start threads.
    bool threads;
    // Folders whose files it may read, if the kernel has Landlock; ends with NULL. Or NULL.
    const char *_Nullable const *_Nullable readable;
};

// Which fences stand. A kernel may lack one; the others do not depend on it.
struct confinement_report {
    // The process, and what it executes, never gain rights.
    bool no_new_privileges;
    // The kernel's version of Landlock; 0 where no files are fenced off by it.
    int landlock;
    // The filter of system calls.
    bool system_calls;
    // All limits above.
    bool limits;
};

// Confines this process, which must have one thread, and is not to open anything later. Where a fence that the kernel
// has does not go up, or there are threads already, false; the process should end then.
bool confinement_enter(const struct confinement_limits *_Nonnull limits, struct confinement_report *_Nonnull report);

// Has the kernel end this process when the thread that started it ends.
bool confinement_end_with_parent(void);

// Hands memory that is free back to the system, and has the allocator keep little.
void confinement_keep_little(void);
void confinement_trim(void);

#endif
