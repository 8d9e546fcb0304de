import PhotoCore

extension Theme {
    /// Lakes, fjords and coasts.
    static let waters: [Theme] = [
        Theme(
            places: DemoWords.list(
                localized("Fjord | Narrow Fjord | Long Sound | Fjord’s End", context: "demo places")),
            moods: [.dusk, .blueHour, .morning],
            land: Land(
                shape: .valley, count: 4...5, rise: 0.3...0.42, rock: 0x4A4A52, growth: 0x2E3D33,
                snow: 0.1, hasWoodedShore: true),
            ground: .lake(0x101C2C), horizon: 0.56...0.66),
        Theme(
            places: DemoWords.list(
                localized("Mountain Lake | Mirror Lake | Upper Tarn | Green Lake", context: "demo places")),
            moods: [.day, .dawn, .morning],
            land: Land(
                shape: .alpine, count: 3...4, rise: 0.3...0.42, rock: 0x7C7B7C, growth: 0x3D5A33,
                snow: 0.5, hasWoodedShore: true),
            ground: .lake(0x1E5A62), horizon: 0.56...0.64),
        Theme(
            places: DemoWords.list(localized("Sea | Open Sea | Western Sea | Last Ferry", context: "demo places")),
            moods: [.dusk, .golden, .dusk],
            land: Land(shape: .none, count: 1...1, rise: 0...0, rock: 0, growth: 0),
            ground: .sea(0x1A2838), horizon: 0.5...0.72),
        Theme(
            places: DemoWords.list(localized("Coast | White Cliffs | Cape | Lighthouse Point", context: "demo places")),
            moods: [.day, .tropical, .storm],
            land: Land(shape: .headland, count: 2...3, rise: 0.16...0.28, rock: 0xB9A98C, growth: 0x64803E),
            ground: .sea(0x1F6C86), horizon: 0.42...0.52),
        Theme(
            places: DemoWords.list(localized("Bay | Moonlit Bay | Harbour Mouth | Sound", context: "demo places")),
            moods: [.night],
            land: Land(shape: .headland, count: 2...3, rise: 0.08...0.16, rock: 0x3A3E4A, growth: 0x262E34),
            ground: .sea(0x0C1626), horizon: 0.55...0.66),
        Theme(
            places: DemoWords.list(localized("Beach | Long Beach | Lagoon | Coral Bay", context: "demo places")),
            moods: [.tropical],
            land: Land(shape: .headland, count: 1...2, rise: 0.06...0.14, rock: 0x7A7458, growth: 0x3F7A3C),
            ground: .beach(0xDCC69C, sea: 0x16A3B0), horizon: 0.36...0.46),
        Theme(
            places: DemoWords.list(
                localized("Autumn Lake | Forest Pond | Red Maples | Still Water", context: "demo places")),
            moods: [.golden, .overcast, .dawn],
            land: Land(shape: .forest, count: 3...3, rise: 0.2...0.3, rock: 0x8A5A20, growth: 0xB0561C, mist: 0.25),
            ground: .lake(0x30280F), horizon: 0.5...0.6),
        Theme(
            places: DemoWords.list(
                localized("Northern Lake | Frozen Lake | Arctic Sound | Cabin Bay", context: "demo places")),
            moods: [.aurora],
            land: Land(
                shape: .alpine, count: 3...3, rise: 0.14...0.22, rock: 0x3C4450, growth: 0x2A3238,
                snow: 0.8, hasWoodedShore: true),
            ground: .lake(0x06121A), horizon: 0.7...0.78),
        Theme(
            places: DemoWords.list(localized("Grey Sea | North Sea | Empty Shore | Mole", context: "demo places")),
            moods: [.overcast, .storm],
            land: Land(shape: .headland, count: 1...2, rise: 0.06...0.12, rock: 0x6A6C68, growth: 0x5A6450),
            ground: .beach(0x9C948A, sea: 0x5C6E76), horizon: 0.38...0.5),
    ]

    /// Mountains, woods and deserts.
    static let mountains: [Theme] = [
        Theme(
            places: DemoWords.list(
                localized("Misty Woods | Fir Ridge | Black Forest | Hollow", context: "demo places")),
            moods: [.dawn, .overcast, .morning],
            land: Land(shape: .forest, count: 5...6, rise: 0.12...0.2, rock: 0x34402C, growth: 0x24382A, mist: 0.85),
            ground: .ridges, horizon: 0.36...0.48),
        Theme(
            places: DemoWords.list(localized("Blue Ridge | Seven Ridges | Far Hills | Ridge", context: "demo places")),
            moods: [.violet, .dusk],
            land: Land(shape: .hills, count: 6...6, rise: 0.14...0.24, rock: 0x3C4660, growth: 0x2C3A50, mist: 0.6),
            ground: .ridges, horizon: 0.36...0.48),
        Theme(
            places: DemoWords.list(
                localized("Summit | Above the Clouds | High Pass | Glacier", context: "demo places")),
            moods: [.morning, .day, .violet],
            land: Land(shape: .alpine, count: 2...3, rise: 0.26...0.36, rock: 0x6C6E78, growth: 0x565E5C, snow: 0.75),
            ground: .fog, horizon: 0.46...0.56),
        Theme(
            places: DemoWords.list(
                localized("Winter Peak | Snowfield | Ski Hut | White Valley", context: "demo places")),
            moods: [.day, .dawn, .violet],
            land: Land(
                shape: .alpine, count: 3...4, rise: 0.3...0.4, rock: 0x666A74, growth: 0x2E4034,
                snow: 0.85, hasWoodedShore: true),
            ground: .drifts(0xE2EAF4, 0x8FACD4), horizon: 0.58...0.68),
        Theme(
            places: DemoWords.list(localized("Dunes | Sand Sea | Great Dune | Empty Quarter", context: "demo places")),
            moods: [.desert, .golden],
            land: Land(shape: .dunes, count: 4...5, rise: 0.16...0.26, rock: 0xD9A05E, growth: 0xC98C4C, mist: 0.1),
            ground: .ridges, horizon: 0.4...0.55),
        Theme(
            places: DemoWords.list(localized("Mesa | Red Rocks | Butte | Canyon", context: "demo places")),
            moods: [.golden, .desert, .dusk],
            land: Land(shape: .mesa, count: 3...4, rise: 0.16...0.28, rock: 0xB4552E, growth: 0x9A6A40, mist: 0.15),
            ground: .drifts(0xC8824C, 0x8A4E2C), horizon: 0.6...0.7),
        Theme(
            places: DemoWords.list(
                localized("Volcano | Old Volcano | Snow Cone | Fire Mountain", context: "demo places")),
            moods: [.dawn, .violet, .day],
            land: Land(
                shape: .cone, count: 3...3, rise: 0.34...0.44, rock: 0x54505C, growth: 0x34423C,
                snow: 0.45, hasWoodedShore: true),
            ground: .lake(0x2A3A5A), horizon: 0.62...0.7),
        Theme(
            places: DemoWords.list(localized("Camp | Plateau | Observatory | Pass", context: "demo places")),
            moods: [.starry],
            land: Land(shape: .alpine, count: 3...4, rise: 0.12...0.2, rock: 0x30343E, growth: 0x1C2226, mist: 0.3),
            ground: .ridges, horizon: 0.72...0.84),
        Theme(
            places: DemoWords.list(localized("Valley | Deep Valley | Gorge | Pine Valley", context: "demo places")),
            moods: [.golden, .morning, .day],
            land: Land(shape: .valley, count: 5...5, rise: 0.3...0.42, rock: 0x6A6250, growth: 0x3C4A28, mist: 0.6),
            ground: .ridges, horizon: 0.5...0.6),
        Theme(
            places: DemoWords.list(
                localized("Last Ridge | Lone Pines | Lookout | Border Ridge", context: "demo places")),
            moods: [.blueHour, .night],
            land: Land(shape: .forest, count: 4...4, rise: 0.12...0.2, rock: 0x20283A, growth: 0x141E28, mist: 0.5),
            ground: .ridges, horizon: 0.6...0.72),
    ]

    /// Meadows, crops and moors.
    static let fields: [Theme] = [
        Theme(
            places: DemoWords.list(
                localized("Lavender | Lavender Field | Provence | Purple Rows", context: "demo places")),
            moods: [.golden, .violet],
            land: Land(shape: .hills, count: 2...3, rise: 0.05...0.1, rock: 0x7A7350, growth: 0x5A6A40),
            ground: .rows(0x7450A8, 0x6C5C4C), horizon: 0.34...0.44),
        Theme(
            places: DemoWords.list(
                localized("Poppies | Poppy Meadow | June Meadow | Village Green", context: "demo places")),
            moods: [.day, .golden],
            land: Land(shape: .hills, count: 3...3, rise: 0.08...0.14, rock: 0x6C7A4A, growth: 0x4C6E34),
            ground: .meadow(0x6E9038, 0x3E6424, flowers: 0xD8261C, 0.5), horizon: 0.46...0.58),
        Theme(
            places: DemoWords.list(localized("Wheat Field | Barley | Harvest | Dry Meadow", context: "demo places")),
            moods: [.storm, .golden, .day],
            land: Land(shape: .hills, count: 2...2, rise: 0.04...0.08, rock: 0x59603A, growth: 0x3C4A2A),
            ground: .meadow(0xE0B552, 0xA8782C, flowers: 0xFFE9A0, 0.2), horizon: 0.56...0.7),
        Theme(
            places: DemoWords.list(localized("Moor | Heath | Highlands | Glen", context: "demo places")),
            moods: [.overcast, .storm],
            land: Land(shape: .hills, count: 4...4, rise: 0.16...0.26, rock: 0x5E5C50, growth: 0x586038, mist: 0.6),
            ground: .meadow(0x7C7A48, 0x4E5030, flowers: 0x8A5A80, 0.45), horizon: 0.48...0.6),
    ]
}
