// Made by Gawa from the app's Swift declarations. Changes belong there: this file is made anew.

/**
 * The user's calendars.
 *
 * Text from a person: *\/ alert(1) /*
 */
export interface Calendars extends GawaNamespace {
  /** Follows a calendar, or no longer does. */
  follow(id: string, options?: CallOptions): Promise<void>;
  isFollowing(id: string, options?: CallOptions): Promise<boolean>;
  search(query: string, limit?: number | null, in_?: Visibility | null, options?: CallOptions): Promise<PageNote>;
  move(id: bigint | null | undefined, options: Date, options2?: CallOptions): Promise<Note2 | undefined>;
  attach(attachment: AttachmentInput, options?: CallOptions): Promise<Attachment>;
  log(line: string, data?: ArrayBuffer | ArrayBufferView | null): void;
  "dotted.name"(twoWords: (string | URL)[], options?: CallOptions): Promise<(string | null)[]>;
}

export interface ArtWorks extends GawaNamespace {
  draw(drawing: DrawingInput, options?: CallOptions): Promise<Shape>;
  keep(value: JSON, options?: CallOptions): Promise<JSON>;
  play(note: Note, options?: CallOptions): Promise<(Weight | Date2)[]>;
  nothing(options?: CallOptions): Promise<Empty>;
  odd(options?: CallOptions): Promise<unknown>;
}

export interface Live extends GawaNamespace, GawaEventTarget<LiveEvents> {
  /** Readings as they come. */
  readings(query: string, options?: StreamOptions): GawaStream<Reading>;
  chunks(size?: number | null, options?: StreamOptions): GawaStream<Uint8Array | undefined>;
  /** The locale of a calendar. */
  readonly locale: {
    (id: string, options?: CallOptions): Promise<string>;
    /** The same, with its answer at once: the page stands still until then. */
    sync(id: string, options?: SyncOptions): string;
  };
  readonly total: {
    (reading?: ReadingInput | null, options?: CallOptions): Promise<string | undefined>;
    /** The same, with its answer at once: the page stands still until then. */
    sync(reading?: ReadingInput | null, options?: SyncOptions): string | undefined;
  };
  each(
    visit: (arg0: Reading, arg1: number | undefined, signal: AbortSignal) => boolean | null | undefined | PromiseLike<boolean | null | undefined>,
    rate?: ((arg0: Draft, signal: AbortSignal) => VerdictInput | PromiseLike<VerdictInput>) | null,
    options?: CallOptions,
  ): Promise<void>;
  watch(
    until: ((signal: AbortSignal) => void | PromiseLike<void>) | null | undefined,
    again: boolean,
    options?: StreamOptions,
  ): GawaStream<number>;
  upload(
    name: string,
    chunks: AsyncIterable<ArrayBuffer | ArrayBufferView> | ReadableStream<ArrayBuffer | ArrayBufferView>,
  ): void;
  sum(
    source?: AsyncIterable<string | number | bigint | null | undefined> | ReadableStream<string | number | bigint | null | undefined> | null,
    options?: CallOptions,
  ): Promise<string>;
}

/** The events of `live`, each with its `detail`. */
export interface LiveEvents {
  /** Someone follows, or no longer does. */
  changed: FollowChange;
  /** A new listener is told the latest. */
  "sync-state": number | null;
  /**
   * Who sees it.
   * A new listener is told the latest.
   */
  visibility: Visibility;
  call: null;
  "42": bigint;
}

export interface Attachment {
  name: string;
  content: Uint8Array;
  "source-url"?: string;
  price: string;
  note?: Note2;
}

export interface AttachmentInput {
  name: string;
  content: ArrayBuffer | ArrayBufferView;
  "source-url"?: string | URL;
  price: string | number | bigint;
  note?: Note2;
}

export interface Date2 {
  year: number;
}

export interface Draft {
  text: Uint8Array;
}

export interface DrawingInput {
  shapes: Shape[];
  first: Shape;
  background?: Shape;
  thumbnail: ArrayBuffer | ArrayBufferView;
}

export interface Empty {}

export interface FollowChange {
  id: string;
  isFollowing: boolean;
}

export type JSON =
  | boolean
  | number
  | string
  | JSON[]
  | { [key: string]: JSON }
  | null;

export interface Note {
  pitch: number;
}

export interface Note2 {
  id: string;
  title: string;
  due?: Date;
  tags: string[];
  visibility: Visibility;
  replies: Note2[];
  counts: { [key: string]: number };
  isPinned: boolean;
  revision: bigint;
}

export interface PageNote {
  items: Note2[];
  next?: number;
}

export interface Reading {
  value: string;
  source?: string;
}

export interface ReadingInput {
  value: string | number | bigint;
  source?: string | URL;
}

export type Shape =
  | { circle: { radius: number } }
  | { polygon: { _0: [number, number][]; isFilled?: boolean } }
  | { group: { _0: Shape[] } }
  | { square: {} };

export interface VerdictInput {
  price: string | number | bigint;
}

export type Visibility = "everyone" | "friends" | "private";

export type Weight = 1 | 10;

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

/** How long a call may take. */
export interface CallOptions {
  /** Gives the call up when it is aborted; the promise is rejected with its reason. */
  signal?: AbortSignal;
  /** Milliseconds after which the promise is rejected with the code `timeout`. */
  timeout?: number;
}

/** How long a synchronous call may take. */
export interface SyncOptions {
  /** Milliseconds after which it throws an error with the code `timeout`. */
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
export declare const artWorks: ArtWorks;
export declare const live: Live;
/** Changes when the functions or types of the app change. */
export declare const schemaHash: "aa0e693ad80f86a2";

declare global {
  interface Window {
    readonly calendars: Calendars;
    readonly "art-works": ArtWorks;
    readonly live: Live;
  }
  const calendars: Calendars;
  const live: Live;
}
