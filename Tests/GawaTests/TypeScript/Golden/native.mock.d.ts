// Made by Gawa from the app's Swift declarations. Changes belong there: this file is made anew.

import type { ArtWorks, Calendars, GawaError, GawaErrorCode, GawaEventTarget, GawaNamespace, GawaStream, Live, LiveEvents } from "./native.js";

/** What the functions of a namespace do: the same as they do, or at once what their promises give. */
export type Answers<Namespace> = {
  [Name in Exclude<keyof Namespace, keyof GawaNamespace | keyof GawaEventTarget<unknown>>]?:
    Namespace[Name] extends { sync(...values: infer Values): infer Result }
      ? (...values: MockArguments<Values>) => Result :
    Namespace[Name] extends (...values: infer Values) => GawaStream<infer Item>
      ? MockItems<Item> | ((...values: MockArguments<Values>) => MockItems<Item> | PromiseLike<MockItems<Item>>) :
    Namespace[Name] extends (...values: infer Values) => infer Result
      ? (...values: MockArguments<Values>) => Result | Awaited<Result> :
    never;
};

/** What the items of a stream are taken from. */
type MockItems<Item> = Iterable<Item> | AsyncIterable<Item> | ReadableStream<Item>;
/** What the app gets of arguments: of functions and streams of the page, some that it can call and read. */
type MockArguments<Values extends readonly unknown[]> = { [Index in keyof Values]: MockArgument<Values[Index]> };
type MockArgument<Value> =
  Value extends (...values: [...infer Values, AbortSignal]) => infer Result
    ? (...values: Values) => Promise<Awaited<Result>> : Exclude<Value, ReadableStream>;

/** What the app would answer, by namespace. */
export interface NativeAnswers {
  calendars?: Answers<Calendars>;
  "art-works"?: Answers<ArtWorks>;
  live?: Answers<Live>;
}

/** The events of each namespace. */
export interface NativeEvents {
  live: LiveEvents;
}

/** A call that the page made. */
export interface MockCall {
  readonly namespace: string;
  readonly name: string;
  readonly values: readonly any[];
}

/** An event that the page dispatched. */
export interface MockEvent {
  readonly namespace: string;
  readonly type: string;
  readonly detail: unknown;
}

export interface NativeMock {
  /** All calls since `mockNative`, in order. */
  readonly calls: readonly MockCall[];
  /** Calls a function that the page exposed, as the app would. */
  callPage(name: string, ...values: unknown[]): Promise<unknown>;
  /** All events that the page dispatched since `mockNative`, in order. */
  readonly dispatched: readonly MockEvent[];
  /** Tells the page of an event, as the app would. */
  emit<Namespace extends keyof NativeEvents, Type extends keyof NativeEvents[Namespace]>(
    namespace: Namespace, type: Type, detail: NativeEvents[Namespace][Type],
  ): void;
}

/** Replaces all answers, and begins a new list of calls. */
export declare function mockNative(answers?: NativeAnswers): NativeMock;

/** Makes an error for an answer to throw. */
export declare function gawaError(
  code: GawaErrorCode | (string & {}),
  message?: string,
  options?: { name?: string; data?: unknown; cause?: unknown },
): GawaError;
