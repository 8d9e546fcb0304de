// Confines a process before it reads the first untrusted byte. In C: prctl and syscall are variadic, and a filter of
// system calls is a table of macros.
#ifndef C_CONFINEMENT_H
#define C_CONFINEMENT_H

#include <stdbool.h>
#include <stdint.h>

// What a confined process may use.
struct confinement_limits {
    // Bytes of address space.
    uint64_t memory;
    // Bytes of it that are neither shared nor of a file: the heap, above all.
    uint64_t private_memory;
    // Seconds of processor time, for all threads together, since the start of the process.
    uint64_t processor_seconds;
    // Open descriptors.
    uint64_t descriptors;
    // Whether it may start threads.
    bool threads;
    // Folders whose files it may read if the kernel has Landlock: an array that ends with NULL, or NULL.
    const char *_Nullable const *_Nullable readable;
};

// Which fences stand. Each is independent of the others: a kernel may lack one.
struct confinement_report {
    // Neither the process nor a program that it executes can gain rights.
    bool no_new_privileges;
    // The version of Landlock in force; 0 if Landlock does not restrict files.
    int landlock;
    // Whether a filter of system calls is in force.
    bool system_calls;
    // Whether all limits above are in force.
    bool limits;
};

// Confines this process, which must have one thread, and must not need to open anything later. Returns false if a fence
// that the kernel supports fails, or if there are other threads; the process should then end.
bool confinement_enter(const struct confinement_limits *_Nonnull limits, struct confinement_report *_Nonnull report);

// Makes the kernel kill this process when the thread that started it ends.
bool confinement_end_with_parent(void);

// Makes the allocator keep little free memory, and returns free memory to the system.
void confinement_keep_little(void);
void confinement_trim(void);

#endif
