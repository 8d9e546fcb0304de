import CGLib

/// What becomes of memory that is not needed any more.
public enum FreedMemory {
    /// Has large pieces of memory go back to the system when they are freed. To be called once, before there are threads.
    ///
    /// glibc's malloc takes pieces from the system one by one only until one is freed; from then on it keeps what is no
    /// larger, up to 32 MiB, for the next time (mallopt(3), "dynamic mmap threshold"), in each of many threads' arenas. A photo
    /// of 100 megapixels that was looked at left 50 MB so, and each further one as much again; now 15 MB in all.
    public static func goesBack() {
        // What frames of an ordinary window take is still used again: new pages for each would cost as much as the frame.
        mallopt(M_MMAP_THRESHOLD, 4 << 20)
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
    }
}
