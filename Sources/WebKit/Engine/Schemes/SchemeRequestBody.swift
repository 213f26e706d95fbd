/// The body of a request, as far as it is to be had.
enum SchemeRequestBody {
    case none
    case data(Data)
    /// The engine cannot give it.
    case leftOut
    /// It is longer than its handler wants it.
    case tooLong
}
