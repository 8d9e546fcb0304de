/// What the style sheets in a page (`<style>`) give its elements as backgrounds. Sheets that a page links to are not
/// fetched.
///
/// Galleries made with CSS have a rule for each photo, and an element for each rule. So a background counts only if
/// another rule of the same form gives another one: a single one adorns the page.
struct PageStyles {
    /// What the sheets say of one element.
    struct Found: Equatable {
        /// Its declarations, those that count most first.
        let style: [UInt8]
        /// The form of the selector that gives the picture.
        let form: Int
    }

    private struct Rule {
        let selector: StyleSelector
        let style: [UInt8]
        let isNarrow: Bool
        /// Whether it counts before those that count more otherwise (`!important`).
        let isImportant: Bool
        /// Whether it gives the element a picture.
        let hasPicture: Bool
        /// Whether it takes away what others give.
        let hasNone: Bool
    }
    private struct Open {
        let tag: ElementTag
        /// Hashes of its classes and its identifier.
        let names: [Int]
        /// Its place among its parent's children.
        let place: Int
        var childCount = 0
    }
    private var parser = StyleSheetParser()
    private var isInSheet = false
    private var rules: [Rule] = []
    /// The numbers of the rules, by their selectors' keys.
    private var table: [Int: [Int]] = [:]
    private var hasPictures = false
    /// The hashes of the pictures of each form of selector.
    private var pictures: [Int: Set<Int>] = [:]
    /// The elements that are open.
    private var open: [Open] = []
    /// Elements beyond the deepest that is stored.
    private var excess = 0
    private var byteCount = 0
    private var comparisonCount = 0

    /// 4 MiB of rules, with what each selector takes in memory: a hundred times those of a large page.
    static let mostBytes = 4 << 20
    private static let selectorByteCount = 256
    /// Twenty million take half a second.
    static let mostComparisons = 20_000_000
    /// HTMLGuard refuses pages that are deeper.
    private static let deepest = 5000
    /// More than a real element has.
    private static let mostNames = 32, mostFound = 32

    private let mostComparisons: Int

    /// Tests choose a smaller limit.
    init(mostComparisons: Int = PageStyles.mostComparisons) { self.mostComparisons = mostComparisons }

    // MARK: Sheets

    /// A sheet begins. One for print says nothing of what is shown.
    mutating func startSheet(_ element: some MarkupAttributes) {
        let media = element.value(of: "media").map { String(decoding: $0.prefix(64), as: UTF8.self).lowercased() }
        isInSheet = media?.contains("print") != true
        parser = StyleSheetParser()
    }

    /// More of the sheet's text.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard isInSheet else { return }
        parser.add(bytes)
        for rule in parser.takeRules() { add(rule) }
    }

    mutating func endSheet() { isInSheet = false }

    private mutating func add(_ rule: StyleSheetParser.Rule) {
        let picture = PagePicture.background(rule.style)
        let hasNone = picture == nil && PagePicture.hasNoBackground(rule.style)
        let isImportant = PagePicture.isImportant(rule.style)
        for selector in StyleSelector.list(rule.selectors) {
            byteCount += rule.style.count + Self.selectorByteCount
            guard byteCount <= Self.mostBytes else { return }
            table[selector.key, default: []].append(rules.count)
            rules.append(
                Rule(
                    selector: selector, style: rule.style, isNarrow: rule.isNarrow, isImportant: isImportant,
                    hasPicture: picture != nil, hasNone: hasNone))
            guard let picture else { continue }
            hasPictures = true
            if PageOrnament.evidence(ofAddress: picture).isEnough || PagePicture.isPattern(rule.style) { continue }
            pictures[selector.form, default: []].insert(PictureSameness.key(of: picture).hashValue)
        }
    }

    /// Whether more than one rule of that form gives a picture.
    func isRepeated(_ form: Int) -> Bool { pictures[form].map { $0.count > 1 } ?? false }

    // MARK: Elements

    mutating func enter(_ element: some MarkupAttributes) {
        guard open.count < Self.deepest else {
            excess += 1
            return
        }
        var place = 1
        if let parent = open.indices.last {
            open[parent].childCount += 1
            place = open[parent].childCount
        }
        open.append(Open(tag: element.tag, names: Self.names(of: element), place: place))
    }

    mutating func leave() {
        if excess > 0 { excess -= 1 } else { _ = open.popLast() }
    }

    private static func names(of element: some MarkupAttributes) -> [Int] {
        var names: [Int] = []
        if let classes = element.value(of: "class") {
            for name in classes.split(whereSeparator: EntryScratch.isSpace).prefix(mostNames) {
                names.append(StyleSelector.hash(name, isIdentifier: false))
            }
        }
        if let identifier = element.value(of: "id"), !identifier.isEmpty {
            names.append(StyleSelector.hash(identifier, isIdentifier: true))
        }
        return names
    }

    /// What the sheets say of the element that was entered last; nil if they give it no picture.
    mutating func found() -> Found? {
        guard hasPictures, excess == 0, let element = open.last else { return nil }
        var numbers: [Int] = []
        for key in element.names + [element.tag.key] {
            for number in table[key] ?? [] {
                if numbers.count >= Self.mostFound { break }
                if comparisonCount >= mostComparisons { return nil }
                if matches(rules[number].selector), !numbers.contains(number) { numbers.append(number) }
            }
        }
        // The rules that count most come first, as in the cascade; of equal ones, the last.
        numbers.sort { one, other in
            let (left, right) = (rules[one], rules[other])
            if left.isNarrow != right.isNarrow { return right.isNarrow }
            if left.isImportant != right.isImportant { return left.isImportant }
            return (left.selector.rank, one) > (right.selector.rank, other)
        }
        guard let giver = numbers.first(where: { rules[$0].hasPicture || rules[$0].hasNone }), rules[giver].hasPicture
        else { return nil }
        // Before the others, whose sizes count unless it has its own.
        let others = numbers.filter { $0 != giver && !rules[$0].hasPicture }
        return Found(style: ([giver] + others).flatMap { rules[$0].style }, form: rules[giver].selector.form)
    }

    /// Whether a selector means the element that was entered last.
    private mutating func matches(_ selector: StyleSelector) -> Bool {
        var level = open.count - 1
        for (number, compound) in selector.compounds.enumerated() {
            var isFound = false
            while !isFound, level >= 0 {
                comparisonCount += 1
                isFound = Self.matches(compound, open[level])
                level -= 1
                if number == 0 || compound.isParent { break }
            }
            if !isFound { return false }
        }
        return true
    }

    private static func matches(_ compound: StyleSelector.Compound, _ element: Open) -> Bool {
        if let tag = compound.tag, tag != element.tag { return false }
        if let place = compound.place, place != element.place { return false }
        return compound.names.allSatisfy { element.names.contains($0) }
    }
}

/// An element with the style that the sheets of its page give it.
struct StyledElement<Element: MarkupAttributes>: MarkupAttributes {
    private let element: Element
    private let style: [UInt8]

    init(_ element: Element, style: [UInt8]) {
        self.element = element
        self.style = (element.value(of: "style").map { $0 + [UInt8(ascii: ";")] } ?? []) + style
    }

    func value(of name: StaticString) -> [UInt8]? { name.description == "style" ? style : element.value(of: name) }

    /// What its own attributes name counts before its style.
    var dataValues: [DataValue] { [] }
}
