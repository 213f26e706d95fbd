import Foundation
import Gawa
import GawaTestSupport
import Testing

/// What the page of documentation on native routes shows, as a user of the module would write it.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2)))
struct RouteSampleTests {
    private struct Note: Codable, Sendable {
        let id: String
        let title: String
    }

    private struct NewNote: Codable, Sendable {
        let title: String
    }

    private actor NoteStore {
        private var notes: [Note] = [Note(id: "42", title: "Milk")]

        func note(_ id: String?) -> Note? { notes.first { $0.id == id } }

        func add(_ note: NewNote) -> Note {
            let note = Note(id: "\(notes.count + 42)", title: note.title)
            notes.append(note)
            return note
        }

        nonisolated func export() -> AsyncStream<Data> {
            AsyncStream {
                for line in ["Milk\n", "Bread\n"] { $0.yield(Data(line.utf8)) }
                $0.finish()
            }
        }

        nonisolated func changes() -> AsyncStream<Note> {
            AsyncStream {
                $0.yield(Note(id: "42", title: "Milk"))
                $0.finish()
            }
        }

        nonisolated func thumbnail(_ id: String?) -> Data {
            Data("<svg xmlns='http://www.w3.org/2000/svg' width='3' height='2'/>".utf8)
        }
    }

    @Test func `the sample's page gets what its routes answer`() async throws {
        let store = NoteStore()
        let page = try await RoutedTestPage { routes, _ in
            routes.get("notes/:id") { request in
                guard let note = await store.note(request["id"]) else {
                    throw RouteError(.notFound, "There is no such note")
                }
                return try .json(note)
            }
            routes.post("notes", body: NewNote.self) { request, note in
                try .json(await store.add(note), status: .created)
            }
            routes.get("export", timeLimit: .seconds(120)) { _ in
                .stream(store.export(), type: "text/csv")
            }
            routes.get("changes") { _ in
                .events(store.changes().map { ServerSentEvent($0.title, name: "changed", id: $0.id) })
            }
            routes.get("thumbnails/:id", isEmbeddable: true) { request in
                .data(store.thumbnail(request["id"]), type: "image/svg+xml")
            }
        }
        let seen = try await page.run(
            """
            // A step that never ends is told by its name.
            const step = (name, promise) => Promise.race([promise, new Promise((_, fail) =>
                setTimeout(() => fail(new Error(`no end of ${name}`)), 20000))]);
            const fetch = (url, options) => step(url, globalThis.fetch(url, options));

            const note = await (await fetch("native://native/notes/42")).json();

            const added = await fetch("native://native/notes", { method: "POST", body: JSON.stringify({ title: "Bread" }) });

            const xhr = new XMLHttpRequest();
            xhr.open("GET", "native://native/notes/43", false);
            xhr.send();

            const told = await step("the events", new Promise(done => {
                const changes = new EventSource("native://native/changes");
                changes.addEventListener("changed", event => { changes.close(); done(event.data) });
            }));
            const text = await step("the export's text", (await fetch("native://native/export")).text());
            const missing = await fetch("native://native/notes/1");
            return [note.title, added.status, JSON.parse(xhr.responseText).title, told, text, missing.status].join();
            """)
        #expect(seen == "Milk,201,Bread,Milk,Milk\nBread\n,404")
    }
}
