// Made by Gawa from the app's Swift declarations. Changes belong there: this file is made anew.

/** Public calendars, which the user can follow. */
export interface Calendars extends GawaNamespace {
  follow(id: string, options?: CallOptions): Promise<void>;
  unfollow(id: string, options?: CallOptions): Promise<void>;
  isFollowing(id: string, options?: CallOptions): Promise<boolean>;
}

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

/** How long a call may take. */
export interface CallOptions {
  /** Gives the call up when it is aborted; the promise is rejected with its reason. */
  signal?: AbortSignal;
  /** Milliseconds after which the promise is rejected with the code `timeout`. */
  timeout?: number;
}

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

export declare const calendars: Calendars;
/** Changes when the functions or types of the app change. */
export declare const schemaHash: "f73b72b8d24c57b8";

declare global {
  interface Window {
    readonly calendars: Calendars;
  }
  const calendars: Calendars;
}
