// A window may be given a second document, and the script runs again in it, among globals that the first has altered.
// So this module comes first: what was put in place for the first serves both.

export const mark = Symbol.for('gawa.native');

const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: object };

/** Whether the script has not run in this window. */
export const isFirst = XMLHttpRequest !== undefined && !Object.prototype.hasOwnProperty.call(XMLHttpRequest, mark);

if (isFirst) Object.defineProperty(XMLHttpRequest, mark, { value: true });
