import Foundation
import TestProcess
import Testing

@testable import Gawa

/// How bodies are sent: in parts, in pieces, and from files that change.
struct AssetBodyTests {
    @Test func `one range is given by itself`() async throws {
        let fixture = try AssetFixture(["a.txt": "0123456789"])
        for (range, text, contentRange) in [
            ("bytes=0-0", "0", "bytes 0-0/10"), ("bytes=3-", "3456789", "bytes 3-9/10"),
            ("bytes=-3", "789", "bytes 7-9/10"),
            ("bytes=8-100", "89", "bytes 8-9/10"), ("bytes=0-9", "0123456789", "bytes 0-9/10"),
        ] {
            let reply = try await fixture.answer("GET", "/a.txt", ["Range": range])
            #expect(reply.status == 206 && reply.text == text && reply.headers["Content-Range"] == contentRange)
            #expect(reply.headers["Content-Length"] == String(text.utf8.count) && reply.headers["ETag"] != nil)
            #expect(reply.headers["Content-Type"] == "text/plain; charset=utf-8")
        }
        let whole = try await fixture.answer("GET", "/a.txt", ["Range": "bytes=0-9,0-9"])
        #expect(whole.status == 200 && whole.body.count == 10)
        let none = try await fixture.answer("GET", "/a.txt", ["Range": "bytes=10-"])
        #expect(none.status == 416 && none.headers["Content-Range"] == "bytes */10")
        let head = try await fixture.answer("HEAD", "/a.txt", ["Range": "bytes=0-0"])
        #expect(head.status == 200 && head.headers["Content-Length"] == "10")
    }

    @Test func `several ranges are parts of one body`() async throws {
        let fixture = try AssetFixture(["a.txt": "0123456789"])
        let reply = try await fixture.answer("GET", "/a.txt", ["Range": "bytes=8-,1-2"])
        let type = try #require(reply.headers["Content-Type"])
        let boundary = try #require(type.split(separator: "=").last)
        #expect(reply.status == 206 && type.hasPrefix("multipart/byteranges; boundary="))
        #expect(reply.headers["Content-Length"] == String(reply.body.count) && reply.headers["Content-Range"] == nil)
        let expected = """
            \r\n--\(boundary)\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Range: bytes 8-9/10\r\n\r\n89\
            \r\n--\(boundary)\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Range: bytes 1-2/10\r\n\r\n12\
            \r\n--\(boundary)--\r\n
            """
        #expect(reply.text == expected)
        let other = try await fixture.answer("GET", "/a.txt", ["Range": "bytes=8-,1-2"])
        #expect(other.headers["Content-Type"] != type)
    }

    @Test func `If-Range decides between the part and the whole`() async throws {
        let fixture = try AssetFixture(["a.txt": "0123456789"])
        let plain = try await fixture.answer("GET", "/a.txt")
        for (value, status) in [
            (try #require(plain.headers["ETag"]), 206), (try #require(plain.headers["Last-Modified"]), 206),
            ("\"x\"", 200),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 200),
        ] {
            let reply = try await fixture.answer("GET", "/a.txt", ["Range": "bytes=0-0", "If-Range": value])
            #expect(reply.status == status, "\(value)")
            // What is not there is the whole then, and not an error.
            let absent = try await fixture.answer("GET", "/a.txt", ["Range": "bytes=50-", "If-Range": value])
            #expect(absent.status == (status == 206 ? 416 : 200))
        }
    }

    @Test func `a body comes in pieces, each time from its start`() async throws {
        let fixture = try AssetFixture()
        let size = AssetReader.pieceSize * 2 + 5
        let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
        try fixture.write("big.bin", data)
        let folder = AssetFolder(directory: fixture.root, options: AssetFixture.plainOptions)
        let response = await folder.answer(try RouteRequest(asset: "/big.bin"))
        guard case .pieces(let count, let start) = response.body.content else {
            Issue.record("A file is sent in pieces")
            return
        }
        #expect(count == size)
        for _ in 0..<2 {
            let next = start()
            var sizes: [Int] = []
            var all = Data()
            while let piece = try await next() {
                sizes.append(piece.count)
                all += piece
            }
            #expect(sizes == [AssetReader.pieceSize, AssetReader.pieceSize, 5] && all == data)
            #expect(try await next() == nil)
        }
        let range = AssetReader.pieceSize - 3..<AssetReader.pieceSize * 2 + 1
        let part = try await fixture.answer(
            "GET", "/big.bin", ["Range": "bytes=\(range.lowerBound)-\(range.upperBound - 1)"])
        #expect(part.body == data[range])
    }

    @Test func `a file that becomes shorter ends its body with an error`() async throws {
        let fixture = try AssetFixture()
        let size = AssetReader.pieceSize * 4
        let file = try fixture.write("big.bin", Data(count: size))
        let response = await AssetFolder(directory: fixture.root, options: AssetFixture.plainOptions)
            .answer(try RouteRequest(asset: "/big.bin"))
        guard case .pieces(_, let start) = response.body.content else {
            Issue.record("A file is sent in pieces")
            return
        }
        let next = start()
        #expect(try await next()?.count == AssetReader.pieceSize)
        let length = AssetReader.pieceSize + 7
        try #require(truncate(file.path, off_t(length)) == 0)
        await #expect(throws: AssetFailure.shrank(to: length)) { try await next() }
    }

    @Test func `a file that grows or is replaced is sent as it was`() async throws {
        let fixture = try AssetFixture(["a.txt": "before"])
        let folder = AssetFolder(directory: fixture.root, options: AssetFixture.plainOptions)
        let grown = await folder.answer(try RouteRequest(asset: "/a.txt"))
        let handle = try FileHandle(forWritingTo: fixture.root.appending(component: "a.txt"))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(" and more".utf8))
        try handle.close()
        #expect(try await AssetReply(grown).text == "before")
        let replaced = await folder.answer(try RouteRequest(asset: "/a.txt"))
        let other = try fixture.write("b.txt", "another")
        try #require(rename(other.path, fixture.root.path + "/a.txt") == 0)
        #expect(try await AssetReply(replaced).text == "before and more")
        #expect(try await fixture.answer("GET", "/a.txt").text == "another")
    }

    @Test func `a body whose task is cancelled ends, and its file is closed with it`() async throws {
        let fixture = try AssetFixture()
        try fixture.write("cancelled.bin", Data(count: AssetReader.pieceSize * 4))
        try await {
            let response = await AssetFolder(directory: fixture.root, options: AssetFixture.plainOptions)
                .answer(try RouteRequest(asset: "/cancelled.bin"))
            guard case .pieces(_, let start) = response.body.content else {
                Issue.record("A file is sent in pieces")
                return
            }
            #expect(openCount(of: fixture.parent.lastPathComponent) == 1)
            let task = Task {
                let next = start()
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await next()
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }()
        #expect(openCount(of: fixture.parent.lastPathComponent) == 0)
    }

    @Test func `answers that are dropped leave no file open`() async throws {
        let fixture = try AssetFixture(["folder/a-file-of-this-test.txt": "a"])
        try fixture.link("link", to: "folder/a-file-of-this-test.txt")
        for _ in 0..<200 {
            for path in ["/folder/a-file-of-this-test.txt", "/link", "/folder", "/gone"] {
                _ = try await fixture.answer("GET", path)
                _ = try await fixture.answer("HEAD", path)
            }
        }
        #expect(openCount(of: fixture.parent.lastPathComponent) == 0)
    }

    @Test func `a large file is sent in flat memory`() async throws {
        try await sendSparse(byteCount: 128 << 20)
    }

    @Test(.enabled(if: FullTests.areOn), .timeLimit(.minutes(5)))
    func `a file of 2 GB and one of 5 GB are sent in flat memory`() async throws {
        try await sendSparse(byteCount: 2 << 30)
        try await sendSparse(byteCount: 5 << 30)
    }

    private func sendSparse(byteCount: Int) async throws {
        let fixture = try AssetFixture()
        let file = try fixture.write("sparse.bin", Data("start".utf8))
        try #require(truncate(file.path, off_t(byteCount)) == 0)
        let handle = try FileHandle(forWritingTo: file)
        try handle.seek(toOffset: UInt64(byteCount - 3))
        try handle.write(contentsOf: Data("end".utf8))
        try handle.close()
        let folder = AssetFolder(directory: fixture.root, options: AssetFixture.plainOptions)
        let tail = await folder.answer(try RouteRequest(asset: "/sparse.bin", headers: ["Range": "bytes=-3"]))
        #expect(try await AssetReply(tail).text == "end")
        let response = await folder.answer(try RouteRequest(asset: "/sparse.bin"))
        #expect(response.headers["Content-Length"] == String(byteCount))
        guard case .pieces(_, let start) = response.body.content else {
            Issue.record("A file is sent in pieces")
            return
        }
        let next = start()
        var count = 0
        var last = Data()
        // The first pieces are what is needed at any time.
        for _ in 0..<8 {
            last = try await next() ?? Data()
            count += last.count
        }
        let before = ProcessCensus().residentBytes
        var peak = before
        var number = 0
        while let piece = try await next() {
            count += piece.count
            last = piece
            number += 1
            if number % 64 == 0 { peak = max(peak, ProcessCensus.residentBytes(of: "self")) }
        }
        #expect(count == byteCount && last.suffix(3) == Data("end".utf8))
        #expect(peak - before < 16 << 20, "\(peak - before) bytes more")
    }

    /// How many descriptors of this process are of files whose paths have this in them.
    private func openCount(of text: String) -> Int {
        let folder = "/proc/self/fd"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return numbers.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))?.contains(text) ?? false
        }.count
    }
}
