// A window may be given a second document, and the script runs again in it, among globals that the first has altered.
// So this module comes first: the methods that are there already serve both documents.

import { handlerName } from './configuration';

export const mark = Symbol.for(handlerName);

const earlier = (globalThis.console as unknown as Record<symbol, unknown>)?.[mark];

export const isFirst = typeof earlier !== 'function';
if (typeof earlier === 'function') earlier();
