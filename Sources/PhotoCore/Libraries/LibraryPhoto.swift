import Foundation

/// A photo of a library on a server, which has a smaller picture of it, and knows what is in its file.
package struct LibraryPhoto: Sendable {
    /// The address of a picture of about a screen's size: the whole photo. Nil if there is none but the photo itself.
    package let preview: URL?
    /// The address of what the server knows of it.
    package let facts: URL
    /// How that is asked for.
    private let method: FetchMethod
    /// The address of the server's page about it.
    package let page: URL?
    /// The address of the video whose picture this is; nil for a photo.
    package let video: URL?
    /// Reads that; nil if it is something else.
    package let read: @Sendable (Data) -> LibraryFacts?

    /// A photo with these addresses.
    package init(
        preview: URL?, facts: URL, by method: FetchMethod = .get, page: URL? = nil, video: URL? = nil,
        read: @escaping @Sendable (Data) -> LibraryFacts?
    ) {
        (self.preview, self.facts, self.method, self.page) = (preview, facts, method, page)
        (self.video, self.read) = (video, read)
    }

    /// What is known of one photo is short.
    static let mostBytes = 1 << 20
    /// A longer video is not fetched.
    package static let mostVideoBytes = 16 << 30

    /// Fetches what the server knows; nil if it does not tell. A reply received after `seenSince`, in seconds since
    /// 1970, is used unchecked. Calls `completion` once, from any thread.
    package func fetchFacts(
        by fetcher: any DataFetching, seenSince: Double? = nil,
        completion: @escaping @Sendable (LibraryFacts?) -> Void
    ) -> any FetchTask {
        let request = FetchRequest(url: facts, limit: Self.mostBytes, seenSince: seenSince, method: method)
        return fetcher.fetch(request, progress: { _ in }) { [read] result in
            completion((try? result.get()).flatMap { read($0.data) })
        }
    }
}

/// What a library on a server knows of a photo, without its file.
package struct LibraryFacts: Sendable, Equatable {
    /// The name of its file.
    package var fileName: String?
    /// The length of its file.
    package var byteCount: Int?
    /// Its upright size, in pixels.
    package var size: PixelSize?
    /// What its camera wrote.
    package var camera = CameraFacts()
    /// Where it was taken, in words.
    package var place: String?
    /// Who is to be seen.
    package var people: [String] = []
    /// What its owner wrote about it.
    package var description: String?
    /// Who made it.
    package var author: String?
    /// The words under which it is found.
    package var tags: [String] = []
    /// What its viewers think of it: more is better.
    package var rating: Double?
    /// The address of a short video that the camera took with the photo.
    package var motion: URL?

    /// Nothing.
    package init() {}
}
