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
        /// The form of the selector that gives the picture; nil if the element's own style does, or that of an element
        /// around it.
        let form: Int?
    }

    private struct Rule {
        let selector: StyleSelector
        let style: [UInt8]
        let variables: StyleVariables
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
        /// The custom properties of its own style.
        let variables: StyleVariables
        /// Its own style, if that names a custom property for its background.
        let style: [UInt8]
        var childCount = 0
    }
    private var parser = StyleSheetParser()
    private var isInSheet = false
    private var rules: [Rule] = []
    /// The numbers of the rules, by their selectors' keys.
    private var table: [Int: [Int]] = [:]
    private var hasPictures = false
    /// What the sheets say of the outermost element, which all others inherit.
    private var outermost = StyleVariables()
    /// The bytes of the open elements' custom properties.
    private var ownByteCount = 0
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
    /// 8 KiB: longer styles of elements hold data.
    private static let longestStyle = 8 << 10
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
        let usesVariables = StyleVariables.areUsed(by: rule.style)
        if !rule.variables.isEmpty, Self.isOutermost(rule.selectors), byteCount <= Self.mostBytes {
            byteCount += rule.variables.byteCount
            var all = rule.isNarrow ? rule.variables : outermost
            all.add(rule.isNarrow ? outermost : rule.variables)
            outermost = all
        }
        for selector in StyleSelector.list(rule.selectors) {
            byteCount += rule.style.count + rule.variables.byteCount + Self.selectorByteCount
            guard byteCount <= Self.mostBytes else { return }
            table[selector.key, default: []].append(rules.count)
            rules.append(
                Rule(
                    selector: selector, style: rule.style, variables: rule.variables, isNarrow: rule.isNarrow,
                    isImportant: isImportant, hasPicture: picture != nil || usesVariables, hasNone: hasNone))
            for value in rule.variables.values.values { note(Array("background:".utf8) + value, selector.form) }
            hasPictures = hasPictures || picture != nil || usesVariables
            if usesVariables {
                let (style, isFallback) = outermost.resolved(in: rule.style)
                note(style, Self.form(selector.form, isFallback: isFallback))
            } else {
                note(rule.style, selector.form)
            }
        }
    }

    /// A rule of that form gives the picture of this style, if it has one that is no ornament.
    private mutating func note(_ style: [UInt8], _ form: Int) {
        guard let picture = PagePicture.background(style), !PageOrnament.evidence(ofAddress: picture).isEnough,
            !PagePicture.isPattern(style)
        else { return }
        pictures[form, default: []].insert(PictureSameness.key(of: picture).hashValue)
    }

    /// Whether a rule is for the outermost element, or for all.
    private static func isOutermost(_ selectors: [UInt8]) -> Bool {
        selectors.split(separator: UInt8(ascii: ",")).contains { selector in
            let name = String(decoding: selector.prefix(16), as: UTF8.self).filter { !$0.isWhitespace }.lowercased()
            return [":root", "html", "body", "*"].contains(name)
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
        let style = element.value(of: "style") ?? []
        var variables = style.isEmpty ? StyleVariables() : StyleVariables(ofStyle: style)
        if ownByteCount + variables.byteCount > Self.mostBytes { variables = StyleVariables() }
        ownByteCount += variables.byteCount
        let isUsed = !style.isEmpty && style.count <= Self.longestStyle && StyleVariables.areUsed(by: style)
        open.append(
            Open(
                tag: element.tag, names: Self.names(of: element), place: place, variables: variables,
                style: isUsed ? style : []))
    }

    mutating func leave() {
        guard excess == 0 else {
            excess -= 1
            return
        }
        if let left = open.popLast() { ownByteCount -= left.variables.byteCount }
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
        guard excess == 0, let element = open.last else { return nil }
        if !element.style.isEmpty {
            let (style, form) = resolved(element.style, form: nil)
            // What stands in for a custom property is no picture where the search for it had to end.
            if StyleVariables.areUsed(by: element.style), comparisonCount >= mostComparisons { return nil }
            if PagePicture.background(style) != nil { return Found(style: style, form: form) }
        }
        guard hasPictures, let numbers = ruleNumbers(at: open.count - 1, for: nil) else { return nil }
        guard let giver = numbers.first(where: { rules[$0].hasPicture || rules[$0].hasNone }), rules[giver].hasPicture
        else { return nil }
        // Before the others, whose sizes count unless it has its own.
        let others = numbers.filter { $0 != giver && !rules[$0].hasPicture }
        let (style, form) = resolved(rules[giver].style, form: rules[giver].selector.form)
        guard comparisonCount < mostComparisons else { return nil }
        if let form { note(style, form) }
        return Found(style: style + others.flatMap { rules[$0].style }, form: form)
    }

    /// The numbers of the rules that mean an open element, or of those that give it a custom property: those that count
    /// most first, as in the cascade, and of equal ones the last. nil if there were too many comparisons.
    private mutating func ruleNumbers(at level: Int, for variable: [UInt8]?) -> [Int]? {
        var numbers: [Int] = []
        for key in open[level].names + [open[level].tag.key] {
            for number in table[key] ?? [] {
                if numbers.count >= Self.mostFound { break }
                if comparisonCount >= mostComparisons { return nil }
                if let variable, rules[number].variables.values[variable] == nil {
                    comparisonCount += Self.comparisons(of: variable)
                    continue
                }
                if matches(rules[number].selector, at: level), !numbers.contains(number) { numbers.append(number) }
            }
        }
        return numbers.sorted { one, other in
            let (left, right) = (rules[one], rules[other])
            if left.isNarrow != right.isNarrow { return right.isNarrow }
            if left.isImportant != right.isImportant { return left.isImportant }
            return (left.selector.rank, one) > (right.selector.rank, other)
        }
    }

    /// A style of the element that was entered last with the values of its custom properties, and the form of the
    /// selector that gives the picture then.
    private mutating func resolved(_ style: [UInt8], form: Int?) -> (style: [UInt8], form: Int?) {
        guard StyleVariables.areUsed(by: style) else { return (style, form) }
        var (giver, isFallback) = (form, false)
        let resolved = StyleVariables.resolved(style) { name in
            guard let (value, source) = variable(Array(name)) else {
                isFallback = true
                return nil
            }
            switch source {
            case .rule(let form): giver = form
            case .element: giver = nil
            case .outermost: break
            }
            return value
        }
        return (resolved, giver.map { Self.form($0, isFallback: isFallback) })
    }

    /// What stands in for a missing picture is the same for many elements, and repeats only what else stands in.
    private static func form(_ form: Int, isFallback: Bool) -> Int { isFallback ? form &+ 1 : form }

    /// What gives a custom property its value.
    private enum VariableSource {
        /// A rule whose selector has that form.
        case rule(form: Int)
        /// An element's own style.
        case element
        case outermost
    }

    /// The value of a custom property for the element that was entered last, which inherits it from those around it.
    private mutating func variable(_ name: [UInt8]) -> (value: [UInt8], source: VariableSource)? {
        for level in open.indices.reversed() {
            guard comparisonCount < mostComparisons else { return nil }
            comparisonCount += Self.comparisons(of: name)
            if let value = open[level].variables.values[name] { return (value, .element) }
            guard let numbers = ruleNumbers(at: level, for: name) else { return nil }
            if let number = numbers.first, let value = rules[number].variables.values[name] {
                return (value, .rule(form: rules[number].selector.form))
            }
        }
        return outermost.values[name].map { ($0, .outermost) }
    }

    /// As how many comparisons the search for a custom property counts: a long name takes longer.
    private static func comparisons(of name: [UInt8]) -> Int { 1 + name.count / 64 }

    /// Whether a selector means an open element.
    private mutating func matches(_ selector: StyleSelector, at level: Int) -> Bool {
        var level = level
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
