import Foundation
import GawaTestSupport
import TestProcess
import TestServer
import Testing
import WebKit

extension Lanes {
    /// What lanes leave in memory. Each in a process of its own, where no other test takes memory.
    @MainActor @Suite(.serialized, .timeLimit(.minutes(10)))
    struct LaneMemoryTests {
        /// Shows the figures that a process printed for the report.
        private func show(_ result: ExitTest.Result?) {
            let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
            for line in text.split(separator: "\n") where line.hasPrefix("Figures: ") { print(line) }
        }

        private static func figures(_ samples: [(host: Int, web: Int)]) -> String {
            "host \(samples.map { $0.host >> 20 }), web process \(samples.map { $0.web >> 20 })"
        }

        @Test func `messages of every length leave no trend in either process`() async {
            show(
                await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) { @MainActor in
                    let page = try await TestPage.withLane(LaneHandler(isRecording: false))
                    let process = try #require(ProcessCensus().webProcesses.first)
                    var samples: [(host: Int, web: Int)] = []
                    for _ in 0..<10 {
                        let right = try await page.call(
                            """
                            const big = new Uint8Array(1 << 20), text = 'x'.repeat(100000);
                            let right = 0;
                            for (let index = 0; index < count; ++index) {
                                lane.send('short');
                                lane.send(text, [big]);
                                while (heard.length < 2) await next();
                                right += heard[0][0] === 'short' && heard[1][1][0].length === big.length;
                                heard.length = 0;
                                right += lane.ask('short', undefined, 20000)[0] === 'short';
                                right += lane.ask(text, [big], 20000)[0].length === text.length;
                            }
                            return right;
                            """, ["count": FullTests.areOn ? 500 : 50])
                        #expect(right as? Int == (FullTests.areOn ? 1500 : 150))
                        samples.append((ProcessCensus().residentBytes, ProcessCensus.residentBytes(of: "\(process)")))
                    }
                    print("Figures: MiB resident after rounds of messages: \(Self.figures(samples))")
                    #expect(samples[9].host - samples[2].host < 64 << 20)
                    #expect(samples[9].web - samples[2].web < 64 << 20)
                })
        }

        @Test func `frames with lanes that come and go leave no trend in either process`() async {
            show(
                await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) { @MainActor in
                    let handler = LaneHandler(isRecording: false)
                    let server = try TestServer { request in
                        .html(request.path == "/" ? "<p>" : "<script>\(TestPage.laneScript)</script>")
                    }
                    let page = TestPage()
                    page.controller.addScriptMessageHandler(handler, contentWorld: .page, name: "echo")
                    try await page.load(server.url("/"))
                    let process = try #require(ProcessCensus().webProcesses.first)
                    var samples: [(host: Int, web: Int)] = []
                    for _ in 0..<10 {
                        try await page.call(
                            """
                            for (let index = 0; index < count; ++index) {
                                const frame = document.createElement('iframe');
                                frame.src = '/frame';
                                const loaded = new Promise(resolve => frame.addEventListener('load', resolve));
                                document.body.append(frame);
                                await loaded;
                                frame.contentWindow.lane.ask('', [new Uint8Array(250000)], 10000);
                                frame.remove();
                            }
                            """, ["count": FullTests.areOn ? 300 : 80])
                        samples.append((ProcessCensus().residentBytes, ProcessCensus.residentBytes(of: "\(process)")))
                    }
                    print("Figures: MiB resident after rounds of frames: \(Self.figures(samples))")
                    // Windows that stay would take half a mebibyte each at least.
                    #expect(samples[9].host - samples[2].host < 64 << 20)
                    #expect(samples[9].web - samples[2].web < 160 << 20)
                })
        }
    }
}
