import Foundation

/// The names in a recent catalogue, as a file: the desktop's search finds photos of catalogues that are not open.
///
/// A row is a line of four parts with a space between each two: the entry's number, the hash of its location, both as
/// hexadecimal digits, "d" for a folder or "-" for a photo, and its name as it is shown. A row that says nothing yet
/// has no line.
package struct RecentNames: Sendable {
    /// What matches a query.
    package struct Found: Sendable, Equatable {
        package let mark: CataloguePlace.Mark
        package let name: String
        package let isFolder: Bool

        package init(mark: CataloguePlace.Mark, name: String, isFolder: Bool) {
            (self.mark, self.name, self.isFolder) = (mark, name, isFolder)
        }
    }

    /// The longest file, in bytes: some fifty thousand names. Of a larger catalogue it has the first ones.
    static let longestFile = 2 << 20
    /// All files of all catalogues together, in bytes.
    static let longestFiles = 16 << 20
    private static let magic = "CPnames1\n"

    /// A file's bytes.
    package let fileBytes: Data

    /// The names in `catalogue`. For a worker: about a microsecond for each row.
    package init(of catalogue: Catalogue) {
        var bytes = Array(Self.magic.utf8)
        for row in 0..<catalogue.count {
            guard let mark = catalogue.mark(at: row) else { continue }
            let kind = catalogue.isFolder(at: row) ? "d" : "-"
            let numbers = "\(String(mark.entry, radix: 16)) \(String(mark.location, radix: 16))"
            let line = Array("\(numbers) \(kind) \(catalogue.name(at: row))\n".utf8)
            if bytes.count + line.count > Self.longestFile { break }
            bytes += line
        }
        fileBytes = Data(bytes)
    }

    /// A file that is kept; nil if it is none. Damaged lines are left out.
    package init?(fileBytes: Data) {
        guard fileBytes.count <= Self.longestFile, fileBytes.starts(with: Self.magic.utf8) else { return nil }
        self.fileBytes = fileBytes
    }

    /// The first `most` rows that match `query`, in the catalogue's order. Nil if cancelled.
    package func find(_ query: SearchQuery, most: Int, isCancelled: @escaping @Sendable () -> Bool) -> [Found]? {
        if query.isEmpty || most <= 0 { return [] }
        let lines = lines
        // The search of the open catalogue, over a catalogue of these names.
        var builder = CatalogueBuilder(isCancelled: isCancelled)
        let isRead = fileBytes.withUnsafeBytes { bytes in
            lines.allSatisfy { line in
                builder.add(CatalogueField.name, UnsafeRawBufferPointer(rebasing: bytes[line.name..<line.end]))
                return (try? builder.endEntry(at: nil)) != nil
            }
        }
        guard isRead else { return nil }
        var (names, index) = (Catalogue(from: URL(filePath: "/")), CatalogueIndex())
        if let segment = builder.takeSegment() { names.append(segment) }
        guard index.follow(names, isCancelled: isCancelled),
            let found = index.search(query, isCancelled: isCancelled)
        else { return nil }
        return Array(found.lazy.compactMap { row(lines[Int($0)]) }.prefix(most))
    }

    /// The rows of these entries, as far as they are known.
    package func rows(of entries: Set<Int>) -> [Found] {
        lines.compactMap { row($0) }.filter { entries.contains($0.mark.entry) }
    }

    // MARK: - Lines

    /// A line with four parts: where it starts, where its name starts, and where it ends.
    private typealias Line = (start: Int, name: Int, end: Int)

    private var lines: [Line] {
        fileBytes.withUnsafeBytes { bytes in
            var (lines, start) = ([Line](), Self.magic.utf8.count)
            while start < bytes.count {
                var (position, spaces, name) = (start, 0, start)
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
                    if spaces < 3, bytes[position] == UInt8(ascii: " ") {
                        spaces += 1
                        name = position + 1
                    }
                    position += 1
                }
                // Without an end, it is torn.
                if spaces == 3, position < bytes.count { lines.append((start, name, position)) }
                start = position + 1
            }
            return lines
        }
    }

    private func row(_ line: Line) -> Found? {
        let first = fileBytes.startIndex
        let head = String(decoding: fileBytes[first + line.start..<first + line.name], as: UTF8.self)
        let parts = head.split(separator: " ")
        guard parts.count == 3, let entry = Int(parts[0], radix: 16), let location = UInt64(parts[1], radix: 16),
            (0..<Catalogue.maximumRowCount).contains(entry), ["d", "-"].contains(parts[2])
        else { return nil }
        let name = String(decoding: fileBytes[first + line.name..<first + line.end], as: UTF8.self)
        return Found(
            mark: .init(entry: entry, location: location), name: ShownText.line(name), isFolder: parts[2] == "d")
    }
}
