import Foundation
import Testing

@testable import Gawa

/// Forms with files, as browsers write them.
@Suite struct MultipartFormTests {
    private func request(_ body: String, type: String = "multipart/form-data; boundary=XX") -> RouteRequest {
        .of("/", method: "POST", headers: ["Content-Type": type], body: body)
    }

    private func status(of body: String, type: String = "multipart/form-data; boundary=XX") -> RouteStatus? {
        do {
            _ = try request(body, type: type).multipartForm()
            return nil
        } catch {
            return (error as? RouteError)?.status
        }
    }

    @Test func `fields and files arrive with their names, types and bytes`() throws {
        let form = try request(
            "--XX\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nフォロー\r\n"
                + "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a %22b%22.png\"\r\n"
                + "content-type: image/png\r\n\r\n\u{0}\r\n--X\r\n\r\n--XX\r\n"
                + "Content-Disposition: form-data; name=\"title\"\r\n\r\n\r\n--XX--\r\n"
        ).multipartForm()
        #expect(form.map(\.name) == ["title", "file", "title"])
        #expect(form.map(\.filename) == [nil, "a \"b\".png", nil])
        #expect(form.map(\.type) == [nil, "image/png", nil])
        #expect(form.map(\.text) == ["フォロー", "\u{0}\r\n--X\r\n", ""])
        #expect(form["file"]?.data == Data("\u{0}\r\n--X\r\n".utf8))
    }

    @Test func `a form without parts is none`() throws {
        #expect(try request("--XX--\r\n").multipartForm().isEmpty)
    }

    @Test func `a quoted boundary and words before the first part are read`() throws {
        let body = "hello\r\n--a b \r\nContent-Disposition: form-data; name=x\r\n\r\n1\r\n--a b--"
        let form = try request(body, type: "Multipart/Form-Data; charset=utf-8; boundary=\"a b\"").multipartForm()
        #expect(form.map(\.text) == ["1"])
    }

    @Test(
        arguments: [
            "", "--XX", "--XX\r\n", "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1",
            "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n", "--XX\r\n\r\n1\r\n--XX--",
            "--XX\r\nContent-Disposition: form-data\r\n\r\n1\r\n--XX--", "--XXY\r\n\r\n\r\n--XX--",
            "--XX\r\nno colon\r\n\r\n1\r\n--XX--",
        ])
    func `a malformed form is a bad request`(body: String) {
        #expect(status(of: body) == .badRequest)
    }

    @Test func `a header without end and parts without number are refused`() {
        #expect(status(of: "--XX\r\nA: " + String(repeating: "x", count: 20_000) + "\r\n\r\n\r\n--XX--") == .badRequest)
        let part = "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n"
        #expect(status(of: String(repeating: part, count: 1001) + "--XX--") == .contentTooLarge)
    }

    @Test func `another type is told so`() {
        #expect(status(of: "--XX--", type: "text/plain") == .unsupportedMediaType)
        #expect(status(of: "--XX--", type: "multipart/form-data") == .badRequest)
    }

    @Test func `no cut of a form does harm`() throws {
        let whole = "--XX\r\nContent-Disposition: form-data; name=\"a\"; filename=\"b\"\r\n\r\n1\r\n--XX--\r\n"
        for length in 0..<whole.utf8.count {
            let form = try? request(String(whole.prefix(length))).multipartForm()
            #expect(form == nil || form?.map(\.text) == ["1"])
        }
    }
}
