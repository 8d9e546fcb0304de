import CSQLite
import Foundation
import PhotoCore

/// A value of SQLite.
enum SQLiteValue {
    case null
    case integer(Int)
    case real(Double)
    case text(String)
    case blob(Data)
}

/// Why SQLite has refused: https://www.sqlite.org/rescode.html
struct SQLiteFailure: Error, Equatable {
    let code: Int32

    /// Whether the file is damaged, or no database at all. If a statement of the program's own is wrong, its tables are
    /// not those that the program has made.
    var isDamage: Bool {
        let codes = [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH]
        return codes.contains(code & 0xFF)
    }

    /// Whether the file must not be written to: its rights, or a format in its head that SQLite can only read.
    var isReadOnly: Bool { code & 0xFF == SQLITE_READONLY }
}

/// An open SQLite database. Its owner takes care that one thread at a time uses it.
final class SQLiteConnection {
    private let handle: OpaquePointer

    /// Other processes may write; they take milliseconds.
    private static let longestWaitMilliseconds: Int32 = 2000

    /// Opens the database at `path`, which is created if it is missing, or is not written to.
    init(_ path: FilePath, isReadOnly: Bool = false) throws(SQLiteFailure) {
        var handle: OpaquePointer?
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = path.withCString {
            sqlite3_open_v2($0, &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, nil)
        }
        guard let handle, code == SQLITE_OK else {
            sqlite3_close_v2(handle)
            throw SQLiteFailure(code: code)
        }
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Self.longestWaitMilliseconds)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements that return nothing, separated by semicolons.
    func execute(_ statements: String) throws(SQLiteFailure) {
        let code = sqlite3_exec(handle, statements, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteFailure(code: code) }
    }

    /// Runs a statement with these values in place of its question marks. Calls `read` with each row.
    func run(_ statement: String, _ values: SQLiteValue..., read: (SQLiteRow) -> Void = { _ in }) throws(SQLiteFailure)
    {
        var prepared: OpaquePointer?
        var code = sqlite3_prepare_v2(handle, statement, -1, &prepared, nil)
        guard let prepared, code == SQLITE_OK else { throw SQLiteFailure(code: code) }
        defer { sqlite3_finalize(prepared) }
        for (index, value) in values.enumerated() {
            code = Self.bind(value, at: Int32(index + 1), of: prepared)
            guard code == SQLITE_OK else { throw SQLiteFailure(code: code) }
        }
        while true {
            code = sqlite3_step(prepared)
            guard code == SQLITE_ROW else { break }
            read(SQLiteRow(statement: prepared))
        }
        guard code == SQLITE_DONE else { throw SQLiteFailure(code: code) }
    }

    /// Runs `body` as one transaction: all of it is in the database afterwards, or nothing.
    func transaction(_ body: () throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteFailure) {
            try body()
            try execute("COMMIT")
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }

    private static func bind(_ value: SQLiteValue, at index: Int32, of statement: OpaquePointer) -> Int32 {
        // SQLite copies what it gets.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let number): return sqlite3_bind_int64(statement, index, Int64(number))
        case .real(let number): return sqlite3_bind_double(statement, index, number)
        case .text(let text): return sqlite3_bind_text(statement, index, text, -1, copied)
        case .blob(let data):
            return data.withUnsafeBytes {
                sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), copied)
            }
        }
    }
}

/// A row of an answer; valid until the next one is read. A value of another type is converted by SQLite.
struct SQLiteRow {
    fileprivate let statement: OpaquePointer

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
    func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }
    func text(_ column: Int32) -> String { sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "" }

    func blob(_ column: Int32) -> Data {
        guard let bytes = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, column)))
    }
}
