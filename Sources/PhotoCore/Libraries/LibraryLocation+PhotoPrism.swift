import Foundation

/// The names in PhotoPrism's interface (https://docs.photoprism.app/developer-guide/api/).
enum PhotoPrism {
    /// The shortest question that only those with a key may ask; the reply's head has the tickets for pictures.
    static let someone = "photos?count=1&primary=true"
    /// Where a name and a password begin a session.
    static let sessions = "session"
    /// The sizes in which it has whole pictures, by the longest side: about a cell's, and about a screen's.
    static let (small, large) = ("fit_720", "fit_1920")
}

/// PhotoPrism's interface. Rows have the hash of a file, and the server's ID of its photo.
extension LibraryLocation {
    /// The longest list that is asked for: some 30 MB.
    package static let mostInList = 20_000
    /// The largest number at which a list may begin: the server refuses others.
    package static let mostOffset = 100_000

    /// The address of the list of its months.
    package var moments: URL? { url(of: "moments/time") }

    /// Which photos are asked for.
    package enum Dates: Sendable, Equatable {
        case month(TimelineMonth)
        /// Without a month, or with one of no year.
        case noMonth, noYear

        fileprivate var question: String {
            switch self {
            case .month(let month): "year=\(month.year)&month=\(month.month)"
            case .noMonth: "month=-1"
            case .noYear: "year=-1&month=" + (1...12).map(String.init).joined(separator: "%7C")
            }
        }
    }

    /// The address of a list of photos with these dates, the newest first: `count`, from the number `first` on. A list
    /// that is one of several is another one when there are more photos in `all`: they have other places.
    package func photos(_ dates: Dates, from first: Int, count: Int = mostInList, of all: Int) -> URL? {
        let question = "quality=3&public=true&" + dates.question
        // The server does not know the last item.
        let version = all > Self.mostInList ? "&of=\(all)" : ""
        return url(of: Self.photos(question, from: first, count: count) + version)
    }

    /// The address of a list of the part's photos, the newest first: `count`, from the number `first` on.
    package func photos(from first: Int, count: Int) -> URL? {
        let question =
            switch part {
            case .favourites: "favorite=true"
            case .album(let id, _): "s=" + id
            case .person(let id, _): "subject=" + id
            case .place(let name): "state=" + Self.encoded(name)
            // Without the slash, some letters of a path stand for others.
            case .folder(let path): "path=" + Self.encoded(path + "/")
            case .search(let text): "quality=3&q=" + Self.encoded(text)
            case .timeline, .albums, .people, .places, .folders: "quality=3&public=true"
            }
        return url(of: Self.photos(question, from: first, count: count))
    }

    private static func photos(_ question: String, from first: Int, count: Int) -> String {
        "photos?primary=true&order=newest&\(question)&count=\(count)&offset=\(first)"
    }

    /// A row's address of a photo's file, relative to the interface.
    package static func original(_ hash: String, of photo: String) -> String {
        "dl/\(hash)?t=\(PictureTickets.downloadName)&photo=\(photo)"
    }

    /// The same of its picture of about a cell's size.
    package static func thumbnail(_ hash: String) -> String {
        "t/\(hash)/\(PictureTickets.previewName)/\(PhotoPrism.small)"
    }

    /// The same of its picture of about a screen's size.
    package static func preview(_ hash: String, of photo: String) -> String {
        "t/\(hash)/\(PictureTickets.previewName)/\(PhotoPrism.large)?photo=\(photo)"
    }

    /// A photo or video in a row.
    package struct Picture: Sendable, Equatable {
        package let hash: String
        /// The server's ID of it.
        package let photo: String
        /// Whether the row has the picture of a video.
        package let isVideo: Bool
    }

    /// The photo or video at a row's address; nil for others.
    package func picture(at url: URL) -> Picture? {
        guard kind == .photoPrism, url.absoluteString.hasPrefix(interface.absoluteString),
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let photo = parts.queryItems?.first(where: { $0.name == "photo" })?.value, Self.isID(photo)
        else { return nil }
        let path = parts.path.dropFirst(interface.path.count).split(separator: "/").map(String.init)
        guard path.count >= 2, Self.isID(path[1]) else { return nil }
        switch path[0] {
        case "dl" where path.count == 2: return Picture(hash: path[1], photo: photo, isVideo: false)
        case "t" where path.count == 4: return Picture(hash: path[1], photo: photo, isVideo: true)
        default: return nil
        }
    }

    /// The address of what the server knows of a photo.
    package func facts(of picture: Picture) -> URL? { url(of: "photos/" + picture.photo) }

    /// The address of a picture of about a screen's size.
    package func preview(of picture: Picture) -> URL? { url(of: Self.preview(picture.hash, of: picture.photo)) }

    /// The address of a video, or of the short one that belongs to a photo, in the form that most players know.
    package func video(of picture: Picture) -> URL? {
        url(of: "videos/\(picture.hash)/\(PictureTickets.previewName)/avc")
    }

    /// The address of the server's page about a photo.
    package func page(of picture: Picture) -> URL? { url(of: "../../library/browse?q=uid:" + picture.photo) }
}
