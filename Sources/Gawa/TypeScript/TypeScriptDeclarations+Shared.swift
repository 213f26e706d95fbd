extension TypeScriptDeclarations {
    /// The declarations that are the same for all bridges, as far as members of these kinds need them.
    static func shared(_ kinds: Set<MemberKind>) -> [String] {
        var parts = [namespace]
        if kinds.contains(where: \.isEvent) { parts.append(events) }
        if kinds.contains(.stream) { parts.append(streams) }
        parts.append(callOptions)
        if kinds.contains(.synchronous) { parts.append(syncOptions) }
        return parts + [errors]
    }

    private static let namespace = """
        /** What each namespace has. */
        export interface GawaNamespace {
          /** Calls a function by a name that need not be declared here, such as one of a newer app. */
          call(name: string, values?: readonly unknown[], options?: CallOptions): Promise<unknown>;
          /** Whether the app has a function of this name. */
          has(name: string): boolean;
          /**
           * Lets the app call a function of the page by a name. It gets the app's arguments and then an AbortSignal.
           * Returns a function that takes it back.
           */
          expose(name: string, answer: (...values: any[]) => unknown): () => void;
          /** The class of the errors that calls end with. */
          readonly GawaError: typeof GawaError;
          /** What the app's declarations are; empty when the app does not tell, as in release builds. */
          readonly schemaHash: string;
        }

        """

    // The string's own overload comes last and knows no detail, so that a listener of another type is refused by both.
    private static let events = """
        /** What each namespace with events has. */
        export interface GawaEventTarget<Events> {
          /** Listens to an event of the app. */
          addEventListener<Type extends keyof Events & string>(
            type: Type, listener: GawaListener<Events[Type]> | null, options?: boolean | AddEventListenerOptions,
          ): void;
          /** Listens to an event that need not be declared here, such as one of a newer app. */
          addEventListener(
            type: string, listener: GawaListener<unknown> | null, options?: boolean | AddEventListenerOptions,
          ): void;
          removeEventListener<Type extends keyof Events & string>(
            type: Type, listener: GawaListener<Events[Type]> | null, options?: boolean | EventListenerOptions,
          ): void;
          removeEventListener(
            type: string, listener: GawaListener<unknown> | null, options?: boolean | EventListenerOptions,
          ): void;
          /** Tells the app, and who listens here, of an event of the page: its type and its `detail`. */
          dispatchEvent(event: CustomEvent<unknown>): boolean;
        }

        /** What is told of an event. */
        export type GawaListener<Detail> =
          | ((event: CustomEvent<Detail>) => void)
          | { handleEvent: (event: CustomEvent<Detail>) => void };

        """

    private static let streams = """
        /**
         * Items of the app, one after the other: `for await` reads them, or `readable` does. The app is asked for them
         * when the first one is; leaving the loop tells it to stop.
         */
        export interface GawaStream<Item> extends AsyncIterableIterator<Item> {
          readonly readable: ReadableStream<Item>;
          return(): Promise<IteratorResult<Item, undefined>>;
        }

        /** How long a stream may go on. */
        export interface StreamOptions {
          /** Ends the stream when it is aborted; who reads it gets its reason. */
          signal?: AbortSignal;
        }

        """

    private static let callOptions = """
        /** How long a call may take. */
        export interface CallOptions {
          /** Gives the call up when it is aborted; the promise is rejected with its reason. */
          signal?: AbortSignal;
          /** Milliseconds after which the promise is rejected with the code `timeout`. */
          timeout?: number;
        }

        """

    private static let syncOptions = """
        /** How long a synchronous call may take. */
        export interface SyncOptions {
          /** Milliseconds after which it throws an error with the code `timeout`. */
          timeout?: number;
        }

        """

    private static let errors = """
        /** The codes of errors that do not come from the app's own functions. */
        export type GawaErrorCode =
          | "unknownFunction"
          | "badArgument"
          | "notAllowed"
          | "quotaExceeded"
          | "timeout"
          | "aborted"
          | "pageGone"
          | "dataClone"
          | "unreadable";

        /** Why a call failed. */
        export declare class GawaError extends Error {
          private constructor();
          /** The kind of error, such as `TypeError`, `NotAllowedError` or `TimeoutError`. */
          readonly name: string;
          /** One of the codes of the bridge, or what the app's function threw. */
          readonly code: GawaErrorCode | (string & {});
          /** What the app says beside the message. */
          readonly data?: unknown;
          /** The error behind this one. */
          readonly cause?: unknown;
        }

        """
}
