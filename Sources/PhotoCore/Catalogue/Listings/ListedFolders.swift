/// Finds the folders in a server's listing in JSON: records of the outermost list that have a name, and say that they
/// are folders by their type (nginx) or by an address that is the name with a slash (Caddy).
///
/// https://nginx.org/en/docs/http/ngx_http_autoindex_module.html#autoindex_format,
/// https://caddyserver.com/docs/caddyfile/directives/file_server#browse
struct ListedFolders {
    private enum Key { case name, type, address, other }

    private var isList: Bool?
    private var depth = 0
    private var key = Key.other
    private var name: [UInt8] = []
    private var address: [UInt8] = []
    private var isFolder = false

    /// Takes an event. Returns the folder whose record ends.
    mutating func take(_ kind: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?) -> ListingRow? {
        if isList == nil { isList = kind == .startArray }
        guard isList == true else { return nil }
        switch kind {
        case .startObject, .startArray:
            depth += 1
            key = .other
            if depth == 2 { forget() }
        case .endArray: depth -= 1
        case .endObject:
            depth -= 1
            return depth == 1 ? row : nil
        case .key where depth == 2: key = utf8.map(Self.meaning) ?? .other
        case .string where depth == 2: take(utf8)
        case .key, .string, .scalar: break
        }
        return nil
    }

    private static func meaning(_ key: UnsafeRawBufferPointer) -> Key {
        switch key.count {
        case 3: key.elementsEqual("url".utf8) ? .address : .other
        case 4: key.elementsEqual("name".utf8) ? .name : key.elementsEqual("type".utf8) ? .type : .other
        default: .other
        }
    }

    /// The texts keep their memory for the next record: there may be a million.
    private mutating func forget() {
        name.removeAll(keepingCapacity: true)
        address.removeAll(keepingCapacity: true)
        isFolder = false
    }

    private mutating func take(_ utf8: UnsafeRawBufferPointer?) {
        guard let utf8, utf8.count <= Catalogue.maximumNameByteCount else { return }
        switch key {
        case .name:
            name.removeAll(keepingCapacity: true)
            name.append(contentsOf: utf8)
        case .type: isFolder = utf8.elementsEqual("directory".utf8)
        case .address:
            address.removeAll(keepingCapacity: true)
            address.append(contentsOf: utf8)
        case .other: break
        }
    }

    private var row: ListingRow? {
        let slash = UInt8(ascii: "/")
        let isNamed = name.last == slash
        guard isFolder || isNamed else { return nil }
        let plain = isNamed ? Array(name.dropLast()) : name
        // A name is that of one folder, here.
        guard !plain.isEmpty, !plain.contains(slash), let own = ListedName(plain).address,
            isFolder || isNamed && Self.isSame(address, as: plain)
        else { return nil }
        return ListingRow(own + [slash], name: plain, kind: .opens)
    }

    private static func isSame(_ address: [UInt8], as name: [UInt8]) -> Bool {
        let path = address.starts(with: "./".utf8) ? address.dropFirst(2) : address[...]
        return path.last == UInt8(ascii: "/") && PageLink.unescaped(path.dropLast()) == name
    }
}
