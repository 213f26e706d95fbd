extension String {
    /// The text as it stands in a page's text or in a quoted attribute.
    var escapedForHTML: String {
        [("&", "&amp;"), ("\"", "&quot;"), ("'", "&#39;"), ("<", "&lt;"), (">", "&gt;")].reduce(self) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}
