#define _GNU_SOURCE
#include "CConfinement.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: - Files and network, by Landlock

// The headers that this is compiled with may lack rights that the kernel knows: the numbers are the kernel's interface
// (include/uapi/linux/landlock.h). The ruleset handles all rights of the kernel's version, and grants only one: to read
// the files in these folders.
static int landlock_enter(const char *const *readable) {
    const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    // The kernel lacks Landlock, or it is switched off.
    if (version <= 0) return 0;
    struct {
        uint64_t files;
        uint64_t network;
        uint64_t scopes;
    } rights = {0};
    rights.files = (1ULL << 13) - 1;
    if (version >= 2) rights.files |= 1ULL << 13;  // refer
    if (version >= 3) rights.files |= 1ULL << 14;  // truncate
    if (version >= 5) rights.files |= 1ULL << 15;  // ioctl on devices
    if (version >= 4) rights.network = 3;          // bind, connect
    if (version >= 6) rights.scopes = 3;           // abstract sockets, signals
    const size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    const int rules = (int)syscall(SYS_landlock_create_ruleset, &rights, size, 0);
    if (rules < 0) return -1;
    for (; readable && *readable; readable++) {
        const int folder = open(*readable, O_PATH | O_CLOEXEC);
        // Fontconfig may name folders that do not exist.
        if (folder < 0) continue;
        const struct landlock_path_beneath_attr rule = {
            .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE, .parent_fd = folder};
        const long failed = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        close(folder);
        if (failed) {
            close(rules);
            return -1;
        }
    }
    const long failed = syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
    return failed ? -1 : (int)version;
}

// MARK: - System calls, by seccomp

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// Calls that decoding needs: memory, time, threads of this process, and I/O on descriptors that are already open. None
// makes memory that can be shared: no limit counts that, so the program makes it.
static const int allowed_calls[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_recvmsg, SYS_sendmsg, SYS_recvfrom, SYS_sendto, SYS_ppoll,
#ifdef SYS_poll
    SYS_poll,
#endif
    SYS_close, SYS_lseek, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk,
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrusage,
    SYS_futex, SYS_sched_yield, SYS_sched_getaffinity, SYS_set_robust_list, SYS_rseq, SYS_set_tid_address,
    SYS_membarrier, SYS_getrandom, SYS_getpid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
    SYS_sysinfo, SYS_uname, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
    SYS_restart_syscall, SYS_exit, SYS_exit_group,
#ifdef SYS_futex_waitv
    SYS_futex_waitv,
#endif
};

// Calls that libraries try but do not need: for a font, a table of characters, the number of processors. They fail with
// this error, and the library continues.
static const struct {
    int call;
    int error;
} refused_calls[] = {
    {SYS_openat, EACCES}, {SYS_newfstatat, EACCES}, {SYS_statx, EACCES}, {SYS_faccessat, EACCES},
    {SYS_readlinkat, EACCES}, {SYS_getcwd, EACCES}, {SYS_statfs, EACCES}, {SYS_ioctl, ENOTTY}, {SYS_fstat, EACCES},
#ifdef SYS_faccessat2
    {SYS_faccessat2, EACCES},
#endif
#ifdef SYS_openat2
    {SYS_openat2, EACCES},
#endif
#ifdef SYS_open
    {SYS_open, EACCES}, {SYS_stat, EACCES}, {SYS_lstat, EACCES}, {SYS_access, EACCES}, {SYS_readlink, EACCES},
#endif
    // GLib checks whether a library's warning must go to the journal.
    {SYS_getpeername, ENOTSOCK},
    // A filter cannot read its arguments, which are in memory. glibc uses clone instead.
    {SYS_clone3, ENOSYS},
    // Threads have no priorities and no names.
    {SYS_prctl, EPERM}, {SYS_sched_setscheduler, EPERM}, {SYS_setpriority, EPERM},
    {SYS_sched_getparam, EPERM}, {SYS_sched_getscheduler, EPERM}, {SYS_prlimit64, EPERM},
};

static const int access_calls[] = {
    SYS_faccessat,
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef SYS_access
    SYS_access,
#endif
};

enum { most_instructions = 512 };

struct program {
    struct sock_filter code[most_instructions];
    unsigned short count;
};

static void add(struct program *program, struct sock_filter instruction) {
    if (program->count < most_instructions) program->code[program->count++] = instruction;
}

static void load(struct program *program, size_t offset) {
    add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void answer(struct program *program, uint32_t action) {
    add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

// The offset of an argument's lower half, on the little-endian machines named above.
static size_t low(int argument) { return offsetof(struct seccomp_data, args) + 8 * (size_t)argument; }

// Begins the `length` instructions for `call`; all other calls skip them. The accumulator holds the number of the call
// before, and after the skip.
static void begin_call(struct program *program, int call, uint8_t length) {
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, length));
}

// Allows `call` if any of these bits of its argument is set, or if none is (`set` is false); kills otherwise.
static void allow_bits(struct program *program, int call, int argument, uint32_t bits, bool set) {
    begin_call(program, call, 4);
    load(program, low(argument));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, set ? 0 : 1, set ? 1 : 0));
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, SECCOMP_RET_KILL_PROCESS);
}

// Allows the signal that abort() sends to its own process, and kills for every other. A worker that sent itself the
// signal with which the system ends one would not be at fault: its picture would be tried again.
static void allow_abort(struct program *program) {
    begin_call(program, SYS_tgkill, 6);
    load(program, low(0));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 3));
    load(program, low(2));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SIGABRT, 0, 1));
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, SECCOMP_RET_KILL_PROCESS);
}

// Allows mmap unless it makes memory executable, or makes memory that counts as shared, although nobody shares it: no
// limit of private memory counts that.
static void allow_mmap(struct program *program) {
    begin_call(program, SYS_mmap, 7);
    load(program, low(2));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 4, 0));
    load(program, low(3));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 0, 1));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 1, 0));
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, SECCOMP_RET_KILL_PROCESS);
}

// Like allow_bits, but refuses the call instead of killing.
static void allow_bits_or_refuse(struct program *program, int call, int argument, uint32_t bits, bool set) {
    begin_call(program, call, 4);
    load(program, low(argument));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, set ? 0 : 1, set ? 1 : 0));
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, SECCOMP_RET_ERRNO | EACCES);
}

static void filter(struct program *program, bool threads, bool reads) {
    load(program, offsetof(struct seccomp_data, arch));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
    answer(program, SECCOMP_RET_KILL_PROCESS);
    load(program, offsetof(struct seccomp_data, nr));
    for (size_t index = 0; index < sizeof allowed_calls / sizeof *allowed_calls; index++) {
        begin_call(program, allowed_calls[index], 1);
        answer(program, SECCOMP_RET_ALLOW);
    }
    // Allows opening files for reading, within the folders that Landlock permits, and reading the length of an open
    // file (fstat, under each name that C libraries use).
    if (reads) {
        allow_bits_or_refuse(
            program, SYS_openat, 2, O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | O_DIRECTORY | O_PATH, false);
        allow_bits_or_refuse(program, SYS_newfstatat, 3, AT_EMPTY_PATH, true);
        begin_call(program, SYS_fstat, 1);
        answer(program, SECCOMP_RET_ALLOW);
        // These calls always succeed, and so reveal nothing about a file: only opening it tells whether it may be read.
        for (size_t index = 0; index < sizeof access_calls / sizeof *access_calls; index++) {
            begin_call(program, access_calls[index], 1);
            answer(program, SECCOMP_RET_ERRNO | 0);
        }
    }
    for (size_t index = 0; index < sizeof refused_calls / sizeof *refused_calls; index++) {
        begin_call(program, refused_calls[index].call, 1);
        answer(program, SECCOMP_RET_ERRNO | (uint32_t)refused_calls[index].error);
    }
    // No memory becomes executable, neither new nor existing memory.
    allow_mmap(program);
    allow_bits(program, SYS_mprotect, 2, PROT_EXEC, false);
    // Allows threads of this process, but never a new process.
    if (threads) allow_bits(program, SYS_clone, 0, CLONE_THREAD, true);
    allow_abort(program);
    // Allows reading flags. Most other commands affect only this process's descriptors, but locks, owners, seals and
    // signals reach further: all others are refused.
    begin_call(program, SYS_fcntl, 4);
    load(program, low(1));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_GETFL, 0, 1));
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, SECCOMP_RET_ERRNO | EPERM);
    answer(program, SECCOMP_RET_KILL_PROCESS);
}

// Returns 1 if the filter is in force, 0 if the kernel has no filters, and -1 if the kernel refuses this one.
static int seccomp_enter(bool threads, bool reads) {
#ifdef ARCHITECTURE
    const uint32_t kills = SECCOMP_RET_KILL_PROCESS;
    if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &kills)) return 0;
    struct program program = {.count = 0};
    filter(&program, threads, reads);
    if (program.count == most_instructions) return -1;
    const struct sock_fprog code = {.len = program.count, .filter = program.code};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &code) ? -1 : 1;
#else
    (void)threads;
    (void)reads;
    return 0;
#endif
}

// MARK: - Limits

static bool limit(int resource, uint64_t most) {
    struct rlimit now;
    if (getrlimit(resource, &now)) return false;
    // A lower limit that is already in force stays.
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
    const struct rlimit limits = {most, most};
    return !setrlimit(resource, &limits);
}

// At the soft limit the kernel says why it ends a process, at the hard one it does not.
static bool limit_processor(uint64_t seconds) {
    struct rlimit now;
    if (getrlimit(RLIMIT_CPU, &now)) return false;
    uint64_t last = seconds + 1;
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max < last) last = now.rlim_max;
    const struct rlimit limits = {last ? last - 1 : 0, last};
    return !setrlimit(RLIMIT_CPU, &limits);
}

static bool limits_enter(const struct confinement_limits *limits) {
    bool all = limit(RLIMIT_AS, limits->memory);
    all &= limit(RLIMIT_DATA, limits->private_memory);
    all &= limit_processor(limits->processor_seconds);
    // It writes no file. Memory that is shared counts as one.
    all &= limit(RLIMIT_FSIZE, 0);
    all &= limit(RLIMIT_NOFILE, limits->descriptors);
    all &= limit(RLIMIT_CORE, 0);
    all &= limit(RLIMIT_MEMLOCK, 0);
    all &= limit(RLIMIT_MSGQUEUE, 0);
    // The kernel counts the threads of all of the user's processes: 0 is the only limit with a predictable effect.
    if (!limits->threads) all &= limit(RLIMIT_NPROC, 0);
    return all;
}

// Landlock restricts the calling thread and the threads that it starts later: there must be no others.
static bool has_one_thread(void) {
    DIR *folder = opendir("/proc/self/task");
    if (!folder) return false;
    int count = 0;
    while (readdir(folder)) count++;
    closedir(folder);
    return count == 3;  // with "." and ".."
}

bool confinement_enter(const struct confinement_limits *limits, struct confinement_report *report) {
    *report = (struct confinement_report){0};
    if (!has_one_thread()) return false;
    report->no_new_privileges = !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (!report->no_new_privileges) return false;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    report->limits = limits_enter(limits);
    report->landlock = landlock_enter(limits->readable);
    if (report->landlock < 0) return false;
    const int filtered = seccomp_enter(limits->threads, limits->readable && report->landlock > 0);
    report->system_calls = filtered > 0;
    return filtered >= 0;
}

bool confinement_end_with_parent(void) { return !prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }

void confinement_keep_little(void) {
    mallopt(M_ARENA_MAX, 1);
    // A decode's buffers serve the next one: new pages for each would cost a tenth of a row's decoding. At rest they
    // are returned.
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
}

void confinement_trim(void) { malloc_trim(0); }
