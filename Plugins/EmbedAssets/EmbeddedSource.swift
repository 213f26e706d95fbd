/// The C source of a target with files.
struct EmbeddedSource {
    let target: String
    let files: [String]
    /// Where the files are, from the source on.
    let place: String

    /// - Throws: For a name that no `#embed` can spell.
    init(target: String, files: [String], place: String) throws {
        for file in files
        where file.unicodeScalars.contains(where: { $0.value < 0x20 || "\"\\".unicodeScalars.contains($0) }) {
            throw EmbeddingError.unspeakable(file)
        }
        self.target = target
        self.files = files
        self.place = place
    }

    var header: String {
        """
        // Made by `swift package embed-assets`.
        #pragma once

        const void *_Nonnull \(target)_assets(void);

        """
    }

    var implementation: String {
        let arrays = files.enumerated().map { array($0, $1) }.joined()
        let rows = files.enumerated().map { number, file in
            "    {\"\(Self.escaped(file))\", file\(number), length\(number)},\n"
        }
        return """
            // Made by `swift package embed-assets`. The layout is read by Gawa's EmbeddedAssets.
            #include "\(target).h"
            #pragma clang diagnostic ignored "-Wc23-extensions"

            struct gawa_file {
                const char *name;
                const unsigned char *bytes;
                unsigned long long count;
            };

            \(arrays)
            static const struct gawa_file files[] = {
            \(rows.joined())    {0, 0, 0},
            };

            static const struct gawa_table {
                unsigned long long mark;
                unsigned long long count;
                const struct gawa_file *files;
            } table = {0x47415741454D4231, sizeof files / sizeof files[0] - 1, files};

            const void *\(target)_assets(void)
            {
                return &table;
            }

            """
    }

    /// An array cannot be empty, so one of an empty file has a zero that does not count.
    private func array(_ number: Int, _ file: String) -> String {
        """
        static const unsigned char file\(number)[] = {
        #embed "\(place)/\(file)" if_empty(0)
        };
        #if __has_embed("\(place)/\(file)") == __STDC_EMBED_EMPTY__
        #define length\(number) 0
        #else
        #define length\(number) sizeof file\(number)
        #endif

        """
    }

    private static func escaped(_ name: String) -> String {
        name.utf8.map { byte in
            let isPlain =
                byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
            if isPlain || "/._-".utf8.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
    }
}
