extension WireEncodingSink {
    // MARK: Containers

    /// Makes an array or object of the place that an encoder stands for, or goes on with the one that it is.
    func open(_ kind: Level.Kind, in level: LevelID) {
        guard isInnermost(level) else {
            failure = failure ?? misuse
            return
        }
        let top = levels.count - 1
        if levels[top].kind == kind { return }
        guard levels[top].kind == .empty else { return fail(misuse) }
        guard depth < maximumDepth else {
            return fail(WireEncodingError(path: path(of: steps), problem: .tooDeep(limit: maximumDepth)))
        }
        depth += 1
        levels[top].kind = kind
        writer.append(ascii: kind == .array ? "[" : "{")
    }

    private func fail(_ error: WireEncodingError) {
        failure = failure ?? error
        levels[levels.count - 1].kind = .failed
    }

    /// Writes what stands before the value of a member.
    @inline(__always)
    func beginMember(_ key: String, in level: LevelID) throws -> Mark {
        let top = levels.count - 1
        guard isInnermost(level), levels[top].kind == .object else { throw failure ?? misuse }
        if key.utf8.count == 1, key == "$", !levels[top].isWrapped { wrap(top) }
        let mark = Mark(utf8Count: writer.utf8Count, hasTags: writer.hasTags)
        if levels[top].count > 0 { writer.append(ascii: ",") }
        levels[top].count += 1
        writer.append(key: key)
        return mark
    }

    /// Writes what stands before an element.
    @inline(__always)
    func beginElement(in level: LevelID) throws -> Mark {
        let top = levels.count - 1
        guard isInnermost(level), levels[top].kind == .array else { throw failure ?? misuse }
        let mark = Mark(utf8Count: writer.utf8Count, hasTags: writer.hasTags)
        if levels[top].count > 0 { writer.append(ascii: ",") }
        levels[top].count += 1
        return mark
    }

    func count(of level: LevelID) -> Int {
        isInnermost(level) ? levels[levels.count - 1].count : 0
    }

    /// Puts an open object inside a tag.
    private func wrap(_ level: Int) {
        levels[level].isWrapped = true
        let start = levels[level].start
        let shift = writer.wrap(from: start)
        for index in children.indices where children[index].position > start { children[index].position += shift }
    }

    /// Takes back a member or an element that failed.
    ///
    /// - Returns: The error, with the path to what failed.
    func undo(_ error: any Error, at step: WireStep, to mark: Mark, in level: LevelID) -> any Error {
        let top = Int(level.index)
        guard top < levels.count, levels[top].serial == level.serial else { return error }
        let located = locate(error, at: step, stepCount: levels[top].stepCount)
        levels.removeLast(levels.count - 1 - top)
        levels[top].count -= 1
        depth = levels[top].depth + 1
        while let child = children.last, child.position > mark.utf8Count { children.removeLast() }
        writer.truncate(to: mark.utf8Count)
        writer.hasTags = mark.hasTags
        // Who catches the error may go on without what failed.
        if failure == located { failure = nil }
        return located
    }

    // MARK: Paths

    /// Gives an error its path, unless it has one, and goes back to a number of steps.
    func locate(_ error: any Error, at step: WireStep?, stepCount: Int) -> WireEncodingError {
        steps.removeLast(steps.count - stepCount)
        if let error = error as? WireEncodingError { return error }
        let problem = error as? WireEncodingError.Problem ?? .failed(reason: Self.reason(error))
        return WireEncodingError(path: path(of: steps + (step.map { [$0] } ?? [])), problem: problem)
    }

    func path(of steps: [WireStep]) -> String {
        var path = WirePath()
        for step in steps { path.append(step) }
        return path.text
    }

    private static func reason(_ error: any Error) -> String {
        guard case EncodingError.invalidValue(_, let context) = error else { return String(describing: error) }
        return context.debugDescription
    }

    // MARK: Children

    /// A sink for a value that is written in any order; the same again for the same key.
    func child(_ key: String, in level: LevelID) -> WireEncodingSink {
        if let child = children.last(where: { $0.parent == level.serial && $0.key == key }) { return child.sink }
        do {
            _ = try beginMember(key, in: level)
            return addChild(key, at: .key(key), in: level)
        } catch {
            return orphan(error)
        }
    }

    /// A sink for an element that is written in any order.
    func childElement(in level: LevelID) -> WireEncodingSink {
        do {
            let step = WireStep.index(count(of: level))
            _ = try beginElement(in: level)
            return addChild(nil, at: step, in: level)
        } catch {
            return orphan(error)
        }
    }

    private func addChild(_ key: String?, at step: WireStep, in level: LevelID) -> WireEncodingSink {
        let sink = WireEncodingSink(partOf: self, steps: steps + [step])
        _ = sink.openLevel()
        children.append(Child(position: writer.utf8Count, parent: level.serial, key: key, sink: sink))
        return sink
    }

    private func orphan(_ error: any Error) -> WireEncodingSink {
        failure = failure ?? locate(error, at: nil, stepCount: steps.count)
        let sink = WireEncodingSink(partOf: self, steps: steps)
        _ = sink.openLevel()
        return sink
    }

    var rootLevel: LevelID { LevelID(index: 0, serial: 0) }

    /// Ends the value of a sink and puts its children in their places.
    func finish() throws -> WireWriter {
        while !levels.isEmpty { try closeLevel() }
        if let failure { throw failure }
        guard !children.isEmpty else {
            defer { writer = WireWriter() }
            return writer
        }
        var whole = WireWriter(reserving: writer.utf8Count)
        whole.hasTags = writer.hasTags
        var position = 0
        for child in children {
            whole.append(writer, position..<child.position)
            whole.append(try child.sink.finish())
            position = child.position
        }
        whole.append(writer, position..<writer.utf8Count)
        return whole
    }
}
