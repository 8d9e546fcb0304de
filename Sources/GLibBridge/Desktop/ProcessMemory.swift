import CGLib

/// What the process has of the machine's memory: glibc's allocator keeps what is freed, for later.
public enum ProcessMemory {
    /// Lets all threads take memory from one pool, the arena of the main thread; to be called before there are others.
    ///
    /// glibc gives threads pools of their own, eight for each core, and what one frees no other gets. Pictures are made on
    /// one thread and given up on another, thousands a minute: the pools grew by half as much again as there was in them.
    /// Few threads ask for memory at a time here, so that none waits for the one pool.
    public static func shareOnePool() { mallopt(M_ARENA_MAX, 1) }

    /// Gives back to the system what is free, which takes some milliseconds.
    public static func giveBack() { malloc_trim(0) }
}
