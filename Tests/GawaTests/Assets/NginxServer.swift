import Foundation
import TestProcess
import Testing

/// A server of nginx's over a folder, on a free port of this machine, for the time of a closure.
///
/// It runs in the foreground as one process, with its files in a folder of its own, and needs no rights. It is ended
/// with the closure; should this process die before, `timeout` ends it.
enum NginxServer {
    static let path = "/usr/sbin/nginx"

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    struct NotStarted: Error {
        let lines: [String]
    }

    /// Starts the server, runs a closure with its port, and ends it.
    static func serving<Result>(_ root: URL, _ body: (UInt16) async throws -> Result) async throws -> Result {
        var lines: [String] = []
        // A port that was free may be taken when nginx comes to it.
        for _ in 0..<5 {
            let port = try freePort()
            let prefix = FileManager.default.temporaryDirectory.appending(component: "gawa-nginx-\(UUID())")
            try FileManager.default.createDirectory(at: prefix, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: prefix) }
            try Data(configuration(root: root, port: port).utf8).write(to: prefix.appending(component: "nginx.conf"))
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
            process.arguments = [
                "--kill-after=10", "120", path, "-p", prefix.path + "/", "-c", "nginx.conf", "-e", "stderr",
            ]
            let errors = TestProcess.pipe()
            process.standardError = errors
            let (ready, readiness) = AsyncStream<Bool>.makeStream()
            let (ends, end) = AsyncStream<Void>.makeStream()
            process.terminationHandler = { _ in end.finish() }
            // From the main thread: libdispatch blocks signals on its own threads, and a child inherits that.
            try await MainActor.run { try process.run() }
            async let written = TestProcess.lines(of: errors) { line in
                // nginx has opened its sockets when it tells how it will wait for events.
                if line.contains("event method") { readiness.yield(true) }
            }
            let exit = Task.detached {
                for await _ in ends {}
                readiness.finish()
            }
            let isReady = await ready.first { _ in true } ?? false
            guard isReady else {
                lines = await written
                continue
            }
            let result: Swift.Result<Result, any Error>
            do {
                result = .success(try await body(port))
            } catch {
                result = .failure(error)
            }
            process.terminate()
            _ = await written
            await exit.value
            return try result.get()
        }
        throw NotStarted(lines: lines)
    }

    private static func configuration(root: URL, port: UInt16) -> String {
        """
        daemon off;
        master_process off;
        pid nginx.pid;
        error_log stderr notice;
        events { worker_connections 64; }
        http {
            include /etc/nginx/mime.types;
            default_type application/octet-stream;
            access_log off;
            client_body_temp_path body;
            proxy_temp_path proxy;
            fastcgi_temp_path fastcgi;
            uwsgi_temp_path uwsgi;
            scgi_temp_path scgi;
            server {
                listen 127.0.0.1:\(port);
                root "\(root.path)";
                index index.html;
                absolute_redirect off;
                if_modified_since before;
                max_ranges 64;
                gzip_static on;
                gzip_vary on;
                gzip_http_version 1.0;
            }
        }

        """
    }

    private static func freePort() throws -> UInt16 {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        try #require(listener >= 0)
        defer { close(listener) }
        var address = Loopback.address(port: 0)
        try #require(Loopback.withAddress(&address) { bind(listener, $0, $1) } == 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try #require(Loopback.withAddress(&address) { name, _ in getsockname(listener, name, &size) } == 0)
        return UInt16(bigEndian: address.sin_port)
    }
}
