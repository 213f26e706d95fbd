/// Values in the order in which they came.
struct Queue<Element> {
    // The front is cut off now and then, not at each value.
    private var elements: [Element?] = []
    private var front = 0

    var count: Int { elements.count - front }
    var isEmpty: Bool { front == elements.count }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Takes the oldest; nil if there is none.
    mutating func popFirst() -> Element? {
        guard front < elements.count else { return nil }
        let element = elements[front].take()
        front += 1
        if isEmpty {
            elements.removeAll(keepingCapacity: front <= 64)
            front = 0
        } else if front > 64, front > elements.count / 2 {
            elements.removeFirst(front)
            front = 0
        }
        return element
    }

    mutating func removeAll() {
        elements = []
        front = 0
    }
}

extension Queue: Sendable where Element: Sendable {}
