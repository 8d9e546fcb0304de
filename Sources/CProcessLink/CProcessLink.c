#define _GNU_SOURCE
#include "CProcessLink.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// MARK: - Messages

bool process_link_open(int ends[2]) { return !socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends); }

ssize_t process_link_send(int end, const void *bytes, size_t count, int descriptor, bool waits) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control.room;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof descriptor);
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    ssize_t sent;
    do sent = sendmsg(end, &message, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT));
    while (sent < 0 && errno == EINTR);
    if (sent >= 0) return sent;
    if (errno == ETOOMANYREFS) return process_link_crowded;
    return errno == EAGAIN || errno == EWOULDBLOCK ? process_link_again : process_link_closed;
}

ssize_t process_link_receive(int end, void *bytes, size_t capacity, int *descriptor, bool waits) {
    *descriptor = -1;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.room};
    ssize_t received;
    do received = recvmsg(end, &message, MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT));
    while (received < 0 && errno == EINTR);
    if (received < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? process_link_again : process_link_closed;
    // On 64-bit machines, padding leaves room for a second descriptor.
    bool sound = !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        const size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        int descriptors[2] = {-1, -1};
        memcpy(descriptors, CMSG_DATA(header), sizeof(int) * (count < 2 ? count : 2));
        if (count == 1 && sound) {
            *descriptor = descriptors[0];
        } else {
            for (size_t index = 0; index < 2; index++) if (descriptors[index] >= 0) close(descriptors[index]);
            sound = false;
        }
    }
    if (!sound) return process_link_malformed;
    return received == 0 ? process_link_closed : received;
}

// MARK: - Memory

int shared_memory_make(size_t count, void **address) {
    const int descriptor = memfd_create("pixels", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    if (!ftruncate(descriptor, (off_t)count)) {
        *address = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        if (*address != MAP_FAILED) return descriptor;
    }
    *address = NULL;
    close(descriptor);
    return -1;
}

void shared_memory_populate(void *address, size_t count) {
    const uintptr_t page = 4096, start = (uintptr_t)address & ~(page - 1);
    const uintptr_t end = ((uintptr_t)address + count + page - 1) & ~(page - 1);
    // Before Linux 5.14 this fails, and the pages come one by one.
    madvise((void *)start, end - start, 23 /* MADV_POPULATE_WRITE */);
}

// Creates shareable memory of this fixed length.
static int shared_memory_new(const char *name, size_t capacity) {
    const int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    if (!ftruncate(descriptor, (off_t)capacity) && !fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW))
        return descriptor;
    close(descriptor);
    return -1;
}

int shared_memory_reserve(size_t capacity) { return shared_memory_new("picture", capacity); }

bool shared_memory_fill(int descriptor, const void *bytes, size_t count) {
    // Writing avoids the page faults of a mapping.
    for (size_t done = 0; done < count;) {
        const ssize_t written = pwrite(descriptor, (const char *)bytes + done, count - done, (off_t)done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        done += (size_t)written;
    }
    return true;
}

void shared_memory_empty(int descriptor, size_t capacity) {
    fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, (off_t)capacity);
}

int shared_memory_copy(const void *bytes, size_t count) {
    const int descriptor = shared_memory_reserve(count);
    if (descriptor < 0 || shared_memory_fill(descriptor, bytes, count)) return descriptor;
    close(descriptor);
    return -1;
}

enum { all_seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE };

bool shared_memory_seal(int descriptor, void *address, size_t count) {
    // The kernel refuses the seal against writing while a writable mapping exists.
    return !munmap(address, count) && !fcntl(descriptor, F_ADD_SEALS, all_seals);
}

const void *shared_memory_take(int descriptor, size_t count) {
    // With all pages, which costs less than one by one while they are read.
    void *address = count ? mmap(NULL, count, PROT_READ, MAP_SHARED | MAP_POPULATE, descriptor, 0) : MAP_FAILED;
    return address == MAP_FAILED ? NULL : address;
}

// MARK: - Lent memory

// Opens the file of `descriptor` once more: duplicates of a descriptor are one opening.
static int open_again(int descriptor) {
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return open(path, O_RDWR | O_CLOEXEC);
}

int shared_memory_lend(size_t count, int *lent) {
    *lent = -1;
    const int made = shared_memory_new("pixels", count);
    if (made < 0) return -1;
    // Not the first descriptor: the kernel does not count it as an opening for writing.
    int own = open_again(made);
    if (own >= 0) *lent = open_again(made);
    close(made);
    if (own >= 0 && *lent < 0) {
        close(own);
        own = -1;
    }
    return own;
}

void *shared_memory_borrow(int descriptor, size_t count) {
    void *address = count ? mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0) : MAP_FAILED;
    return address == MAP_FAILED ? NULL : address;
}

bool shared_memory_is_back(int descriptor) {
    for (int rests = 0; fcntl(descriptor, F_SETLEASE, F_WRLCK); rests++) {
        // Without leases the kernel does not tell.
        if (errno != EAGAIN) return true;
        // A process that this one starts has copies of all descriptors for a moment.
        if (rests == 100) return false;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return true;
}

bool shared_memory_keep(int descriptor, size_t count, size_t capacity) {
    const size_t page = 4096, end = (count + page - 1) & ~(page - 1);
    if (end < capacity)
        fallocate(
            descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)end, (off_t)(capacity - end));
    return !fcntl(descriptor, F_ADD_SEALS, all_seals);
}

// MARK: - Processes

pid_t process_start(const char *path, char *const arguments[], char *const environment[], int link) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t process = -1;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return -error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return -error;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, 0, 1);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, 0, 2);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, link, 3);
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
    if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
    if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
    // The process has its own group: Ctrl-C in the terminal reaches only the program.
    if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
    if (!error)
        error = posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    if (!error) error = posix_spawn(&process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error ? -error : process;
}

int process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

static int64_t in_microseconds(struct timeval time) { return (int64_t)time.tv_sec * 1000000 + time.tv_usec; }

int process_finish(pid_t process, bool kills, int64_t *microseconds) {
    if (kills) kill(process, SIGKILL);
    int status = 0;
    struct rusage used = {0};
    while (wait4(process, &status, 0, &used) < 0 && errno == EINTR) {}
    *microseconds = in_microseconds(used.ru_utime) + in_microseconds(used.ru_stime);
    return status;
}

int64_t process_processor_time(pid_t process) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &time)) return -1;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}
