import Foundation

/// Photos of several libraries as one month: the newest first, and each file once.
///
/// A pure function; for a worker: 70,000 photos take a fifth of a second.
package struct MonthMerge {
    /// What one library has of the month.
    package struct Source: Sendable {
        package let content: MonthContent
        /// The base of its relative addresses.
        package let base: URL
        /// What the library is called.
        package let name: String

        package init(_ content: MonthContent, base: URL, name: String) {
            (self.content, self.base, self.name) = (content, base, name)
        }
    }

    private struct Photo {
        let source: Int
        let row: Int
        let stamp: TimelineStamp?
        let ratio: TimelineRatio
    }

    private let sources: [Source]
    private let isCancelled: @Sendable () -> Bool
    private var clock = TimelineClock()

    private init(_ sources: [Source], _ isCancelled: @escaping @Sendable () -> Bool) {
        (self.sources, self.isCancelled) = (sources, isCancelled)
    }

    /// The photos of `sources`, which are all of the same month. A file that several have is that of the first, and
    /// says where else it is. As many rows as are `missing` follow, which say nothing. Nil if they are no longer
    /// wanted, or take too much memory.
    package static func merge(
        _ sources: [Source], missing: Int = 0, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) -> MonthContent? {
        var merge = MonthMerge(sources, isCancelled)
        return merge.run(missing: missing)
    }

    private mutating func run(missing: Int) -> MonthContent? {
        var photos: [Photo] = []
        // The other libraries that have a photo, by its place.
        var others: [Int: [Int]] = [:]
        var known: [String: Int] = [:]
        for (number, source) in sources.enumerated() {
            let segment = source.content.segment
            if segment.isUnread { continue }
            for row in 0..<segment.count where !segment.isFolder(at: row) {
                if row & 0xFFF == 0, isCancelled() { return nil }
                if let checksum = segment.text(of: .checksum, at: row) {
                    if let first = known[checksum], photos[first].source != number {
                        others[first, default: []].append(number)
                        continue
                    }
                    known[checksum] = photos.count
                }
                let ratios = source.content.timeline.ratios
                photos.append(
                    Photo(
                        source: number, row: row, stamp: stamp(segment, row),
                        ratio: row < ratios.count ? ratios[row] : .square))
            }
        }
        let order = photos.indices.sorted { one, other in
            guard photos[one].stamp != photos[other].stamp else { return one < other }
            guard let stamp = photos[one].stamp else { return false }
            guard let otherStamp = photos[other].stamp else { return true }
            return stamp > otherStamp
        }
        return write(order.map { (photos[$0], others[$0] ?? []) }, missing: missing)
    }

    private mutating func stamp(_ segment: CatalogueSegment, _ row: Int) -> TimelineStamp? {
        segment.withText { text in
            guard let date = segment.range(of: .date, at: row, in: text) else { return nil }
            return clock.stamp(UnsafeRawBufferPointer(rebasing: text[date]))
        }
    }

    private func write(_ photos: [(photo: Photo, others: [Int])], missing: Int) -> MonthContent? {
        var builder = CatalogueBuilder(isCancelled: isCancelled)
        var timeline = TimelineSections.Content()
        let separator = localized(", ", context: "between parts")
        for (photo, others) in photos {
            let source = sources[photo.source]
            let names = [source.name] + others.map { sources[$0].name }.filter { $0 != source.name }
            do throws(CatalogueFailure) {
                try builder.copy(
                    photo.row, of: source.content.segment, base: source.base, place: names.joined(separator: separator))
            } catch {
                return nil
            }
            timeline.append(day: photo.stamp?.day ?? 0, photo.ratio)
        }
        for _ in 0..<max(0, missing) {
            do throws(CatalogueFailure) {
                try builder.appendUnread()
            } catch {
                return nil
            }
            timeline.append(day: 0, .square)
        }
        return MonthContent(segment: builder.takeSegment() ?? CatalogueSegment(unread: 0), timeline: timeline)
    }
}

extension CatalogueBuilder {
    /// Adds a row of another catalogue, with absolute addresses. `place` says where it is from, and is added to its
    /// description. Throws like ``endEntry(at:problem:isFolder:)``.
    mutating func copy(
        _ row: Int, of segment: CatalogueSegment, base: URL, place: String
    ) throws(CatalogueFailure) {
        var described = ""
        var problem = segment.problem(at: row)
        for field in CatalogueField.allCases {
            guard let text = segment.text(of: field, at: row) else { continue }
            switch field {
            case .location, .thumbnail, .page:
                // Read as its own catalogue's: a server's row must not name a file of this computer.
                if let url = try? PhotoLocation.resolve(text, against: base).get() {
                    add(field, url.absoluteString)
                } else if field == .location {
                    problem = .malformed
                }
            case .description: described = text
            default: add(field, text)
            }
        }
        let parts = [described, place].filter { !$0.isEmpty }
        if !parts.isEmpty { add(.description, parts.joined(separator: " · ")) }
        try endEntry(at: nil, problem: problem)
    }
}
