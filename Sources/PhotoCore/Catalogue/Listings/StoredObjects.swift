import Foundation

/// The objects of a bucket as Amazon S3 lists them, and stores that follow it (Google's, MinIO, Ceph):
/// https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
///
/// Some of those know only the first version, whatever they are asked for: it has no tokens, a page follows a marker.
package struct StoredObjects: XMLListing {
    private let address: ListingAddress
    private let isFile: Bool
    /// Whether names are escaped like a query.
    private var isEscaped: Bool
    private var prefix: [UInt8] = []
    private var isTruncated = false
    private var token: [UInt8] = []
    /// Whether the page has what only pages of the second version have.
    private var isOfSecondVersion = false
    private var marker: [UInt8] = []
    private var lastKey: [UInt8] = []
    private var firstKey: [UInt8] = []
    private var isAscending = true
    private var count = 0
    /// The object being read.
    private var key: [UInt8] = []
    private var date: [UInt8] = []
    private var mark: UInt64 = 0
    /// See ``ObjectPage/marks``: of the pages of a long list, not of one long document.
    private var marks: [UInt64] = []
    /// See ``ObjectPage/withoutAddress``.
    private var withoutAddress: [UInt64] = []
    private let isMarked: Bool

    package init(document: URL) {
        address = ListingAddress(document)
        isFile = document.isFileURL
        isEscaped = address["encoding-type"] == "url"
        isMarked = !isFile && address["list-type"] == "2"
    }

    package mutating func started(_ path: ElementPath, _ attributes: some MarkupAttributes, into listed: inout Listed) {
        if path.count == 1, !isFile { listed.base = address.store }
        if path.count == 2, path.name == "Contents" { (key, date, mark) = ([], [], 0) }
    }

    package mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {
        // A million times, so short names first: others are compared as objects.
        switch path.name {
        case "StorageClass": return
        case "Size", "ETag":
            if isMarked, path.parent == "Contents" { mark = mark &* 31 &+ StableHash.of(text) }
        case "Key": if path.parent == "Contents" { key = decoded(text) }
        case "LastModified": if path.parent == "Contents" { date = text }
        case "Contents": if path.parent == "ListBucketResult" { end(into: &listed) }
        default: endedOther(path, text: text, into: &listed)
        }
    }

    private mutating func endedOther(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {
        switch (path.parent, path.name) {
        case ("ListBucketResult", "EncodingType"): isEscaped = text == Array("url".utf8)
        case ("ListBucketResult", "Prefix"): prefix = decoded(text)
        case ("ListBucketResult", "IsTruncated"): isTruncated = text == Array("true".utf8)
        case ("ListBucketResult", "NextContinuationToken"): token = text
        case ("ListBucketResult", "KeyCount"): isOfSecondVersion = true
        case ("ListBucketResult", "NextMarker"): marker = decoded(text)
        case ("CommonPrefixes", "Prefix") where !isFile:
            let folder = decoded(text)
            let location = address.setting([
                "prefix": folder, "continuation-token": nil, "start-after": nil, "marker": nil,
            ])
            listed.rows.append(ListingRow(Array(location.utf8), name: ListedName(folder).last, kind: .opens))
            if isMarked { marks.append(0) }
        default: break
        }
    }

    package mutating func finish(into listed: inout Listed) {
        if count > 0 {
            listed.objects = ObjectPage(
                first: firstKey, last: lastKey, count: count, isAscending: isAscending, marks: marks,
                withoutAddress: withoutAddress)
        }
        if isFile { return }
        if !token.isEmpty {
            listed.next = .query("continuation-token", String(decoding: token, as: UTF8.self))
        } else if isTruncated, !isOfSecondVersion {
            // Without a delimiter the last name is the marker.
            let last = marker.isEmpty ? lastKey : marker
            if !last.isEmpty { listed.next = .query("marker", String(decoding: last, as: UTF8.self)) }
        }
    }

    private func decoded(_ text: [UInt8]) -> [UInt8] { isEscaped ? ListingAddress.decoded(text) : text }

    private mutating func end(into listed: inout Listed) {
        if count == 0 { firstKey = key } else if key.lexicographicallyPrecedes(lastKey) { isAscending = false }
        lastKey = key
        count += 1
        let object = ListedName(key)
        // A file on this computer does not say where its bucket is.
        guard !isFile, let location = object.pictureAddress() else {
            if isMarked, object.isPictureWithoutAddress { withoutAddress.append(StableHash.of(key)) }
            return
        }
        var row = ListingRow(Self.withoutPluses(location), name: object.below(prefix))
        row.date = date
        listed.rows.append(row)
        if isMarked { marks.append(mark) }
    }

    /// With each plus sign escaped: Amazon takes one in a path for a space.
    private static func withoutPluses(_ address: [UInt8]) -> [UInt8] {
        guard address.contains(UInt8(ascii: "+")) else { return address }
        return address.flatMap { $0 == UInt8(ascii: "+") ? Array("%2B".utf8) : [$0] }
    }
}

/// The blobs of a container as Azure lists them:
/// https://learn.microsoft.com/en-us/rest/api/storageservices/list-blobs
package struct StoredBlobs: XMLListing {
    private let address: ListingAddress
    private let isFile: Bool
    private var prefix: [UInt8] = []
    private var marker: [UInt8] = []
    private var isEscaped = false
    private var name: [UInt8] = []
    private var type: [UInt8] = []
    private var date: [UInt8] = []

    package init(document: URL) {
        address = ListingAddress(document)
        isFile = document.isFileURL
    }

    package mutating func started(_ path: ElementPath, _ attributes: some MarkupAttributes, into listed: inout Listed) {
        switch path.name {
        case "EnumerationResults" where path.count == 1:
            let stated = [attributes.value(of: "ServiceEndpoint"), attributes.value(of: "ContainerName")]
            listed.base = isFile ? Self.container(stated.compactMap { $0 }) : address.store
        case "Blob", "BlobPrefix": (name, type, date, isEscaped) = ([], [], [], false)
        case "Name": isEscaped = attributes.value(of: "Encoded") == Array("true".utf8)
        default: break
        }
    }

    package mutating func ended(_ path: ElementPath, text: [UInt8], into listed: inout Listed) {
        switch (path.parent, path.name) {
        case ("EnumerationResults", "Prefix"): prefix = text
        case ("EnumerationResults", "NextMarker"): marker = text
        case ("Blob", "Name"), ("BlobPrefix", "Name"): name = isEscaped ? ListingAddress.decoded(text) : text
        case ("Properties", "Content-Type"): type = text
        case ("Properties", "Last-Modified"): date = text
        case ("Blobs", "Blob"): end(into: &listed)
        case ("Blobs", "BlobPrefix") where !isFile && !name.isEmpty:
            let location = address.setting(["prefix": name, "marker": nil])
            listed.rows.append(ListingRow(Array(location.utf8), name: ListedName(name).last, kind: .opens))
        default: break
        }
    }

    package mutating func finish(into listed: inout Listed) {
        if !marker.isEmpty { listed.next = .query("marker", String(decoding: marker, as: UTF8.self)) }
    }

    private static func container(_ stated: [[UInt8]]) -> String? {
        guard stated.count == 2 else { return nil }
        let endpoint = String(decoding: stated[0], as: UTF8.self)
        return endpoint + (endpoint.hasSuffix("/") ? "" : "/") + String(decoding: stated[1], as: UTF8.self) + "/"
    }

    private mutating func end(into listed: inout Listed) {
        let blob = ListedName(name)
        guard let location = blob.pictureAddress(type: type) else { return }
        var row = ListingRow(location, name: blob.below(prefix))
        row.date = date
        listed.rows.append(row)
    }
}
