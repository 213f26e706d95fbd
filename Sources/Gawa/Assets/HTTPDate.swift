/// A date in a header field, to the second.
///
/// Source: RFC 9110, 5.6.7. All three forms are read; the one for senders is written. No formatter of Foundation's is
/// used: its result depends on locales and calendars.
struct HTTPDate: Hashable, Comparable, CustomStringConvertible {
    /// Seconds since the first of January 1970, without leap seconds.
    let seconds: Int

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    init(seconds: Int) {
        self.seconds = seconds
    }

    /// Reads one of the three forms.
    ///
    /// - Parameter now: Tells the century of a year of two digits.
    /// - Returns: nil for anything else.
    init?(_ text: String, now: HTTPDate) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        switch words.count {
        case 6:  // Sun, 06 Nov 1994 08:49:37 GMT
            guard words[0].count == 4, words[0].hasSuffix(","), Self.days.contains(String(words[0].prefix(3))),
                words[3].utf8.count == 4, words[5] == "GMT"
            else { return nil }
            self.init(year: words[3], month: words[2], day: words[1], time: words[4], now: now)
        case 4:  // Sunday, 06-Nov-94 08:49:37 GMT
            let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard words[0].hasSuffix("day,"), date.count == 3, date[2].utf8.count == 2, words[3] == "GMT" else {
                return nil
            }
            self.init(year: date[2], month: date[1], day: date[0], time: words[2], now: now)
        case 5:  // Sun Nov  6 08:49:37 1994
            guard Self.days.contains(String(words[0])), words[4].utf8.count == 4 else { return nil }
            self.init(year: words[4], month: words[1], day: words[2], time: words[3], now: now)
        default: return nil
        }
    }

    private init?(year: Substring, month: Substring, day: Substring, time: Substring, now: HTTPDate) {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false)
        guard let month = Self.months.firstIndex(of: String(month)), clock.count == 3,
            let year = Self.number(year), let day = Self.number(day), (1...31).contains(day),
            let hour = Self.number(clock[0]), hour < 24, let minute = Self.number(clock[1]), minute < 60,
            // 60 is a leap second.
            let second = Self.number(clock[2]), second <= 60
        else { return nil }
        let fullYear = year < 100 ? Self.fullYear(year, now: now) : year
        seconds =
            Self.dayNumber(year: fullYear, month: month + 1, day: day) * 86_400 + hour * 3600 + minute * 60 + second
    }

    static func < (one: Self, other: Self) -> Bool { one.seconds < other.seconds }

    /// The form for senders: `Sun, 06 Nov 1994 08:49:37 GMT`.
    var description: String {
        let day = seconds.quotientRoundedDown(by: 86_400)
        let second = seconds - day * 86_400
        let (year, month, dayOfMonth) = Self.date(ofDay: day)
        // The first of January 1970 was a Thursday.
        let weekday = (day + 4) - (day + 4).quotientRoundedDown(by: 7) * 7
        let clock = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }.joined(separator: ":")
        let date = "\(Self.padded(dayOfMonth, 2)) \(Self.months[month - 1]) \(Self.padded(year, 4))"
        return "\(Self.days[weekday]), \(date) \(clock) GMT"
    }

    /// A year of two digits that would be more than fifty years ahead is one of the past with the same last digits.
    private static func fullYear(_ year: Int, now: HTTPDate) -> Int {
        let current = date(ofDay: now.seconds.quotientRoundedDown(by: 86_400)).year
        let guess = current / 100 * 100 + year
        return guess > current + 50 ? guess - 100 : guess
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    // Days of the Gregorian calendar, whose eras of 400 years begin in March, so that the leap day is a year's last.

    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year.quotientRoundedDown(by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
        let number = number + 719_468
        let era = number.quotientRoundedDown(by: 146_097)
        let dayOfEra = number - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension Int {
    fileprivate func quotientRoundedDown(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
