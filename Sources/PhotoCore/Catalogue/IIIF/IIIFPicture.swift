/// A picture on a page of a IIIF manifest.
struct IIIFPicture {
    /// Its address, without a service.
    var address = ""
    var service: IIIFService?
    var size: PixelSize?
    var label: String?
    /// Its label where it is one of several forms of the page.
    var choiceLabel: String?
    /// The page's own thumbnail.
    var thumbnail: String?

    init(service: IIIFService) {
        self.service = service
        size = service.size
    }

    /// The picture that `body` describes; nil if it is a film, a sound or a text.
    private init?(_ body: TreeValue, version: Int) {
        let types = body.types
        let format = body["format"]?.text ?? "image/"
        guard types.isEmpty || types.contains(where: { $0.hasSuffix("Image") }), format.hasPrefix("image/") else {
            return nil
        }
        address = body["id", "@id"]?.text ?? ""
        size = Self.size(body)
        label = IIIFLabel.text(body["label"])
        service = (body["service"]?.all ?? []).lazy.compactMap { IIIFService($0, version: version) }.first
        if address.isEmpty, service == nil { return nil }
        if service?.size == nil { service?.size = size }
    }

    /// The full picture.
    var location: String { service?.whole ?? address }

    /// A smaller picture for a row. `shape` is that of the page.
    func small(shape: PixelSize?) -> String? {
        guard let service else { return thumbnail }
        // A service that gives any size has said that the whole picture is small; one of level 0 may list no sizes.
        return service.small(shape: size ?? shape) ?? (service.level == 0 ? thumbnail : nil)
    }

    /// The pictures that a page consists of, or has in several forms, in order.
    static func pictures(on canvas: TreeValue) -> [IIIFPicture] {
        let old = canvas["images"]?.all ?? []
        if !old.isEmpty { return old.flatMap { bodies($0["resource"], version: 2) } }
        return (canvas["items"]?.all ?? []).flatMap(pictures(onPage:))
    }

    /// The pictures that the annotations of a page place on a canvas.
    static func pictures(onPage page: TreeValue) -> [IIIFPicture] {
        (page["items", "resources"]?.all ?? []).flatMap(pictures(by:))
    }

    /// The pictures that an annotation places on a canvas; none for one that says something about it.
    static func pictures(by annotation: TreeValue) -> [IIIFPicture] {
        let motivations = annotation["motivation"]?.texts ?? ["painting"]
        guard motivations.contains(where: { $0 == "painting" || $0 == "sc:painting" }) else { return [] }
        return bodies(annotation["body"], version: 3) + bodies(annotation["resource"], version: 2)
    }

    private static func bodies(_ value: TreeValue?, version: Int, isChoice: Bool = false) -> [IIIFPicture] {
        (value?.all ?? []).flatMap { body -> [IIIFPicture] in
            let types = body.types
            if types.contains("Choice") || types.contains("oa:Choice") {
                let choices = [body["default"], body["items", "item"]]
                return choices.flatMap { bodies($0, version: version, isChoice: true) }
            }
            if types.contains("SpecificResource") || types.contains("oa:SpecificResource") {
                return bodies(body["source", "full"], version: version, isChoice: isChoice)
            }
            guard var picture = IIIFPicture(body, version: version) else { return [] }
            if isChoice { picture.choiceLabel = picture.label }
            return [picture]
        }
    }

    /// The address of a page's own thumbnail.
    static func thumbnail(_ value: TreeValue) -> String? { value.text ?? value["id", "@id"]?.text }

    static func size(_ value: TreeValue) -> PixelSize? {
        guard let width = value["width"]?.number, let height = value["height"]?.number else { return nil }
        return PixelSize(width: width, height: height)
    }
}
