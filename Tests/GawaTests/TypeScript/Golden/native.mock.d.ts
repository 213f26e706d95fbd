// Made by Gawa from the app's Swift declarations. Changes belong there: this file is made anew.

import type { ArtWorks, Calendars, GawaError, GawaErrorCode, GawaNamespace } from "./native.js";

/** What the functions of a namespace do: the same as they do, or at once what their promises give. */
export type Answers<Namespace> = {
  [Name in Exclude<keyof Namespace, keyof GawaNamespace>]?: Namespace[Name] extends (...values: infer Values) => infer Result
    ? (...values: Values) => Result | Awaited<Result>
    : never;
};

/** What the app would answer, by namespace. */
export interface NativeAnswers {
  calendars?: Answers<Calendars>;
  "art-works"?: Answers<ArtWorks>;
}

/** A call that the page made. */
export interface MockCall {
  readonly namespace: string;
  readonly name: string;
  readonly values: readonly any[];
}

export interface NativeMock {
  /** All calls since `mockNative`, in order. */
  readonly calls: readonly MockCall[];
  /** Calls a function that the page exposed, as the app would. */
  callPage(name: string, ...values: unknown[]): Promise<unknown>;
}

/** Replaces all answers, and begins a new list of calls. */
export declare function mockNative(answers?: NativeAnswers): NativeMock;

/** Makes an error for an answer to throw. */
export declare function gawaError(
  code: GawaErrorCode | (string & {}),
  message?: string,
  options?: { name?: string; data?: unknown; cause?: unknown },
): GawaError;
