import CSQLite
import Foundation
import PhotoCore
import Synchronization

/// What servers have said about their libraries, in an SQLite database. A library is shown without its server, which
/// is then asked only for months whose counts have changed.
///
/// Separate from ``HTTPStore``: photos, which are many and large, would evict the lists that name them. All is written
/// in transactions. A damaged database is replaced by an empty one: the servers have everything. Several processes may
/// use it. From any thread but the main one.
package final class LibraryStore: LibraryStoring {
    private struct State {
        var connection: SQLiteConnection?
        /// Whether this process has looked for damage.
        var isChecked = false
    }

    private let folder: FilePath
    private let file: FilePath
    let budget: Int
    let now: @Sendable () -> Double
    private let state = Mutex(State())
    private let checking = DispatchGroup()
    /// Counted before what they remove is removed.
    private let removalCount = Atomic(0)
    /// The counts of the months whose lists are kept, by address; nil before they were read.
    private let counts = Mutex<[String: Int]?>(nil)

    /// Lists of some ten million photos.
    package static let defaultBudget = 256 << 20
    /// A longer list is not kept.
    static let longestList = 64 << 20
    /// More libraries are not kept: those opened last are.
    static let mostLibraries = 200

    /// "Phot" and the layout's version: SQLite keeps both in the file's head.
    private static let application = 0x5068_6F74
    private static let version = 4

    /// A list counts as used once an hour: each use would write.
    static let useSeconds = 3600.0

    /// Keeps libraries in `folder`, which is created on demand, and about `budget` bytes of lists at most. `now` gives
    /// seconds since 1970.
    package init(
        in folder: FilePath = BaseFolder.cache.path, budget: Int = LibraryStore.defaultBudget,
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        file = folder.appending("libraries.sqlite")
        (self.folder, self.budget, self.now) = (folder, budget, now)
    }

    // MARK: - LibraryStoring

    /// See LibraryStoring.
    package func months(of address: URL) -> LibraryMonths? {
        guard let address = Self.key(address) else { return nil }
        var kind: LibraryKind?
        var months: [LibraryMonths.Month] = []
        use { connection throws(SQLiteFailure) in
            try connection.run("SELECT kind FROM library WHERE address = ?", .text(address)) {
                kind = LibraryKind(rawValue: $0.text(0))
            }
            let statement = "SELECT year, month, count, address FROM month WHERE library = ? ORDER BY place"
            try connection.run(statement, .text(address)) { row in
                guard let list = Self.url(row.text(3)) else { return }
                let month =
                    row.isNull(0)
                    ? nil : TimelineMonth(year: Self.small(row.integer(0)), month: Self.small(row.integer(1)))
                months.append(LibraryMonths.Month(month: month, count: row.integer(2), address: list))
            }
        }
        readCounts()
        guard let kind, !months.isEmpty, months.count <= LibraryMonths.mostMonths else { return nil }
        let library = LibraryMonths(kind, months)
        return library.photoCount <= LibraryMonths.mostPhotos ? library : nil
    }

    /// A year or a month, whatever the file says.
    private static func small(_ number: Int) -> Int { max(-1_000_000, min(number, 1_000_000)) }

    /// See LibraryStoring.
    package var removals: Int { removalCount.load(ordering: .acquiring) }

    /// See LibraryStoring.
    package func keep(_ months: LibraryMonths, of address: URL, since removals: Int) {
        guard let address = Self.key(address) else { return }
        let now = now()
        use(since: removals) { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.run("DELETE FROM library WHERE address = ?", .text(address))
                try connection.run(
                    "INSERT INTO library (address, kind, used) VALUES (?, ?, ?)", .text(address),
                    .text((months.months.first?.kind ?? .immich).rawValue), .real(now))
                for (place, month) in months.months.enumerated() {
                    guard let list = Self.key(month.address) else { continue }
                    try connection.run(
                        "INSERT INTO month (library, place, year, month, count, address) VALUES (?, ?, ?, ?, ?, ?)",
                        .text(address), .integer(place), month.month.map { .integer($0.year) } ?? .null,
                        month.month.map { .integer($0.month) } ?? .null, .integer(month.count), .text(list))
                }
                try connection.run(
                    "DELETE FROM library WHERE address NOT IN (SELECT address FROM library ORDER BY used DESC LIMIT ?)",
                    .integer(Self.mostLibraries))
            }
        }
    }

    /// Reads which lists are kept, the first time.
    private func readCounts() {
        guard counts.withLock({ $0 == nil }) else { return }
        var found: [String: Int] = [:]
        use { connection throws(SQLiteFailure) in
            try connection.run("SELECT address, count FROM list") { found[$0.text(0)] = $0.integer(1) }
        }
        let read = found
        counts.withLock { counts in counts = read.merging(counts ?? [:]) { _, newer in newer } }
    }

    /// See LibraryStoring.
    package func mayHaveList(of month: LibraryMonths.Month) -> Bool {
        guard let address = Self.key(month.address) else { return false }
        return counts.withLock { counts in counts.map { $0[address] == month.count } ?? true }
    }

    /// See LibraryStoring.
    package func list(of month: LibraryMonths.Month) -> KeptList? {
        guard let address = Self.key(month.address), mayHaveList(of: month) else { return nil }
        var packed: (data: PackedData, asked: Double)?
        use { connection throws(SQLiteFailure) in
            var used = 0.0
            let statement = "SELECT asked, used, length, checksum, body FROM list WHERE address = ? AND count = ?"
            try connection.run(statement, .text(address), .integer(month.count)) { row in
                used = row.real(1)
                let data = PackedData(
                    bytes: row.blob(4), byteCount: row.integer(2), checksum: UInt64(bitPattern: Int64(row.integer(3))))
                packed = (data, row.real(0))
            }
            if packed != nil, abs(now() - used) > Self.useSeconds {
                try connection.run("UPDATE list SET used = ? WHERE address = ?", .real(now()), .text(address))
            }
        }
        guard let packed else { return nil }
        guard let body = packed.data.unpacked(longest: Self.longestList) else {
            use { connection throws(SQLiteFailure) in
                try connection.run("DELETE FROM list WHERE address = ?", .text(address))
            }
            return nil
        }
        return KeptList(body: body, asked: packed.asked)
    }

    /// See LibraryStoring.
    package func keep(_ list: KeptList, of month: LibraryMonths.Month, since removals: Int) {
        guard let address = Self.key(month.address), list.body.count <= Self.longestList,
            let packed = PackedData(list.body), packed.bytes.count <= budget / 2
        else { return }
        let now = now()
        use(since: removals) { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.run("DELETE FROM list WHERE address = ?", .text(address))
                try makeRoom(for: packed.bytes.count, in: connection)
                try connection.run(
                    "INSERT INTO list (address, count, asked, used, length, checksum, size, body) "
                        + "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    .text(address), .integer(month.count), .real(list.asked), .real(now), .integer(packed.byteCount),
                    .integer(Int(Int64(bitPattern: packed.checksum))), .integer(packed.bytes.count),
                    .blob(packed.bytes))
            }
        }
        // If it could not be kept, it is looked for in vain.
        counts.withLock { $0?[address] = month.count }
    }

    /// Removes the lists, pages and buckets that were used the longest time ago, if another of this size does not fit.
    func makeRoom(for size: Int, in connection: SQLiteConnection) throws(SQLiteFailure) {
        var kept = 0
        // A damaged file may say anything.
        let bytes = "max(0, min(size, \(Self.mostCounted))) AS size"
        let all = Self.sized.map { "SELECT \(bytes) FROM \($0)" }.joined(separator: " UNION ALL ")
        try connection.run("SELECT min(total(size), \(Self.mostCounted)) FROM (\(all))") { kept = $0.integer(0) }
        guard kept + size > budget else { return }
        // One removal makes room for many.
        var excess = kept + size - budget * 9 / 10
        var oldest: [(address: String, table: String)] = []
        let uses = Self.sized.map { "SELECT address, \(bytes), used, '\($0)' FROM \($0)" }
        try connection.run(uses.joined(separator: " UNION ALL ") + " ORDER BY used") { row in
            guard excess > 0 else { return }
            excess -= row.integer(1)
            oldest.append((row.text(0), row.text(3)))
        }
        for (address, table) in oldest {
            try connection.run("DELETE FROM \(table) WHERE address = ?", .text(address))
        }
    }

    /// The tables that share the budget.
    private static let sized = ["list", "page", "bucket"]

    /// In bytes: a file, or a list in it, counts as no more than this.
    private static let mostCounted = 1 << 40

    // MARK: - Forgetting

    /// Removes everything. Returns how many bytes that frees.
    package func removeAll() -> Int {
        removalCount.add(1, ordering: .acquiringAndReleasing)
        return state.withLock { state in
            let size = size
            state.connection = nil
            removeFiles()
            counts.withLock { $0 = nil }
            return size
        }
    }

    /// Removes all that is in `scope`. Returns how many bytes that frees.
    package func removeAll(from scope: SignOutScope) -> Int {
        removalCount.add(1, ordering: .acquiringAndReleasing)
        guard exists else { return 0 }
        let before = size
        use { connection throws(SQLiteFailure) in
            for table in ["library"] + Self.sized {
                // A page or a bucket may be another server's, to which the one at its address leads.
                let source = ["page", "bucket"].contains(table) ? "source" : "address"
                var theirs: [String] = []
                try connection.run("SELECT address, \(source) FROM \(table)") { row in
                    let both = [row.text(0), row.text(1)].map(Self.webAddress)
                    if both.contains(where: { $0.map { scope.contains($0) } ?? true }) { theirs.append(row.text(0)) }
                }
                try connection.transaction { () throws(SQLiteFailure) in
                    for address in theirs {
                        try connection.run("DELETE FROM \(table) WHERE address = ?", .text(address))
                    }
                }
            }
            counts.withLock { $0 = nil }
            // What is removed is in no file any more.
            try connection.execute("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        return max(0, before - size)
    }

    /// The servers of which something is kept: all required a key.
    package var servers: Set<WebServer> {
        guard exists else { return [] }
        var servers: Set<WebServer> = []
        use { connection throws(SQLiteFailure) in
            let all =
                "SELECT address FROM library UNION SELECT address FROM list UNION SELECT address FROM page "
                + "UNION SELECT source FROM page UNION SELECT address FROM bucket UNION SELECT source FROM bucket"
            try connection.run(all) {
                if let server = Self.webAddress(of: $0.text(0)).flatMap({ WebServer($0) }) { servers.insert(server) }
            }
        }
        return servers
    }

    /// The http or https address that is meant by a library's address, or one of its lists.
    private static func webAddress(of address: String) -> URL? {
        guard let url = URL(string: address) else { return nil }
        let meant = LibraryLocation(url)?.interface ?? url
        return WebServer(meant) == nil ? nil : meant
    }

    /// An address that was kept; nil if it is damaged. Foundation 6.0 takes an empty text for an address.
    static func url(_ address: String) -> URL? { address.isEmpty ? nil : URL(string: address) }

    /// An address as it is kept: an address with a password is not.
    static func key(_ address: URL) -> String? {
        address.user == nil && address.password == nil ? address.absoluteString : nil
    }

    // MARK: - The file

    /// The database, and the files that SQLite makes for it.
    private var files: [FilePath] {
        ["", "-wal", "-shm", "-journal"].map { FilePath(bytes: file.bytes + $0.utf8) }
    }

    private var exists: Bool { file.withCString { access($0, F_OK) == 0 } }

    /// Whether only the file's own head can say that it must not be written to.
    private var isWritable: Bool { [file, folder].allSatisfy { $0.withCString { access($0, W_OK) } == 0 } }

    private var size: Int {
        files.reduce(0) { sum, path in
            var status = stat()
            let isThere = path.withCString { stat($0, &status) } == 0
            return sum + (isThere ? min(max(0, Int(status.st_size)), Self.mostCounted) : 0)
        }
    }

    private func removeFiles() { for path in files { path.withCString { _ = unlink($0) } } }

    /// Runs `body` with the open database. If that is damaged, an empty one takes its place; other failures (a full
    /// disk, a home that cannot be written to) leave everything as it is. Not after another removal than `removals`.
    func use(since removals: Int? = nil, _ body: (SQLiteConnection) throws(SQLiteFailure) -> Void) {
        state.withLock { state in
            guard removals.map({ $0 == self.removals }) ?? true else { return }
            do throws(SQLiteFailure) {
                let connection: SQLiteConnection
                if let open = state.connection { connection = open } else { connection = try open() }
                state.connection = connection
                if !state.isChecked {
                    state.isChecked = true
                    checkLater()
                }
                try body(connection)
            } catch {
                guard error.isDamage || error.isReadOnly && isWritable else { return }
                state.connection = nil
                removeFiles()
            }
        }
    }

    private func open() throws(SQLiteFailure) -> SQLiteConnection {
        try? FileManager.default.createDirectory(
            at: folder.url(isFolder: true), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Only its owner may read it. SQLite gives its other files the same rights.
        let descriptor = file.withCString { Glibc.open($0, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600) }
        if descriptor >= 0 { close(descriptor) }
        let connection = try SQLiteConnection(file)
        var (application, version) = (0, 0)
        try connection.run("PRAGMA application_id") { application = $0.integer(0) }
        try connection.run("PRAGMA user_version") { version = $0.integer(0) }
        if application == Self.application, version == Self.version {
            try connection.execute(Self.manner)
            return connection
        }
        // Of another version, or another program's: nothing in it is the only copy.
        guard application == 0, version == 0 else { throw SQLiteFailure(code: SQLITE_NOTADB) }
        try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        try connection.execute(Self.manner)
        try connection.transaction { () throws(SQLiteFailure) in try connection.execute(Self.layout) }
        return connection
    }

    /// A killed program leaves the last complete transaction. Removed rows are overwritten: a person has signed out.
    private static let manner = """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;
        PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -512
        """

    private static let layout = """
        CREATE TABLE IF NOT EXISTS library (
            address TEXT PRIMARY KEY, kind TEXT NOT NULL, used REAL NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS month (
            library TEXT NOT NULL REFERENCES library ON DELETE CASCADE, place INTEGER NOT NULL, year INTEGER,
            month INTEGER, count INTEGER NOT NULL, address TEXT NOT NULL, PRIMARY KEY (library, place)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS list (
            address TEXT PRIMARY KEY, count INTEGER NOT NULL, asked REAL NOT NULL, used REAL NOT NULL,
            length INTEGER NOT NULL, checksum INTEGER NOT NULL, size INTEGER NOT NULL, body BLOB NOT NULL);
        CREATE INDEX IF NOT EXISTS list_use ON list (used, address, size);
        CREATE TABLE IF NOT EXISTS page (
            address TEXT PRIMARY KEY, source TEXT NOT NULL, type TEXT, asked REAL NOT NULL, used REAL NOT NULL,
            checksum INTEGER NOT NULL, size INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS page_part (
            page TEXT NOT NULL REFERENCES page ON DELETE CASCADE, place INTEGER NOT NULL, length INTEGER NOT NULL,
            checksum INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (page, place));
        CREATE TABLE IF NOT EXISTS bucket (
            address TEXT PRIMARY KEY, source TEXT NOT NULL, region TEXT NOT NULL, version TEXT NOT NULL,
            used REAL NOT NULL, checksum INTEGER NOT NULL, size INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS bucket_part (
            bucket TEXT NOT NULL REFERENCES bucket ON DELETE CASCADE, place INTEGER NOT NULL, length INTEGER NOT NULL,
            checksum INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (bucket, place));
        PRAGMA application_id = \(application); PRAGMA user_version = \(version)
        """

    /// Looks for damage, once in a process, while the database is in use: it takes a second for each GB.
    private func checkLater() {
        DispatchQueue.global(qos: .utility).async(group: checking) { [weak self] in
            guard let self, let answer = Self.check(file), answer != "ok" else { return }
            state.withLock { state in
                state.connection = nil
                self.removeFiles()
            }
        }
    }

    /// Blocks until a search for damage that has begun has ended; for tests.
    func waitUntilChecked() { checking.wait() }

    /// SQLite's answer; nil if it cannot be asked.
    private static func check(_ path: FilePath) -> String? {
        var answer: String?
        do throws(SQLiteFailure) {
            let connection = try SQLiteConnection(path, isReadOnly: true)
            try connection.run("PRAGMA quick_check(1)") { answer = $0.text(0) }
        } catch {
            return error.isDamage ? "damaged" : nil
        }
        return answer
    }
}
