internal import GawaWebKit

extension HybridPage {
    /// Takes a step of a load: changes the state, ends what waits, and tells the app.
    func take(_ step: PageNavigation, of navigation: WKNavigation?) {
        switch step {
        case .started:
            self.navigation = navigation
            state = .loading
        case .redirected, .crashed, .recovered: break
        case .committed: hasDocument = true
        case .finished:
            finish()
        case .failed(let error):
            // Of a load that is over.
            guard navigation == nil || navigation === self.navigation else { return }
            fail(error)
        }
        onNavigation?(step)
    }

    private func finish() {
        state = .loaded
        answerWaiting(nil)
        guard isRecovering else { return }
        isRecovering = false
        // After the step that is told now.
        Task { [weak self] in
            guard let self else { return }
            onNavigation?(.recovered)
            // A page that has gone again needs no news.
            try? await calling.evaluate(Self.news, arguments: ["count": crashCount])
        }
    }

    private func fail(_ error: PageLoadError) {
        if error.isCancellation {
            // Another load has taken the place of this one, and its steps follow.
            guard !webView.isLoading else { return }
            // Stopped: what is shown is what there was, or what has come.
            state = hasDocument ? .loaded : .empty
        } else {
            state = .failed(error)
        }
        answerWaiting(hasDocument ? nil : .pageGone(.noDocument))
    }

    /// Takes the end of the page's process.
    func crash() {
        crashCount += 1
        hasDocument = false
        let now = ContinuousClock.now
        let isRecovered = recovery.allows(at: now, after: crashes)
        state = isRecovered ? .loading : .crashed
        onNavigation?(.crashed)
        guard isRecovered else { return answerWaiting(.pageGone(.processTerminated)) }
        crashes = crashes.suffix(recovery.count - 1) + [now]
        isRecovering = true
        reload()
    }

    /// Tells the page's scripts that their document took the place of one whose process had ended.
    private static let news = "dispatchEvent(new CustomEvent('gawarecovered', { detail: { count } }))"

    private func answerWaiting(_ error: BridgeError?) {
        let waiting = waiting
        self.waiting = []
        for answer in waiting { answer.give(error) }
    }
}

extension PageLoadError {
    fileprivate var isCancellation: Bool { (underlying as? URLError)?.code == .cancelled }
}
