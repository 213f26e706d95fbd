/// CustomEvents that the page dispatches.
extension BridgedDocument {
    /// An event: `["v", namespace, name, detail]`.
    func take(event parts: [WireNode]) {
        guard let namespace = parts[1].string, let name = parts[2].string else {
            return malformed("an event of another shape")
        }
        let event = PageEventList.Event(namespace: namespace, name: name)
        let detail = parts.count == 4 ? parts[3] : nil
        streams.listeners.dispatch(event, detail)
        streams.tellView?(event, detail)
    }
}
