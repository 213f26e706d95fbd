/** What a member is: one of the kinds below 8, and 8 more if functions and streams can be passed to it. */
export const enum Kind { call, message, stream, event, latestEvent, synchronous }
export const mayPass = 8;
/** Added to the kind of a call that the page waits for standing still. */
export const now = 16;
export const isEvent = (kind: number | undefined) => kind === Kind.event || kind === Kind.latestEvent;

/** `[name, [[member, parameterCount, kind], …]]` */
export type Declaration = [name: string, members: [name: string, parameterCount: number, kind: number][]];

// The parameter of the function that script/build-runtime puts around the bundle.
declare const configuration: [
  handler: string,
  key: string,
  origins: string[],
  maximumTextLength: number,
  maximumDepth: number,
  schemaHash: string,
  namespaces: Declaration[],
  streamWindow: number,
  streamLength: number,
];

export const [handlerName, key, origins, maximumTextLength, maximumDepth, schemaHash, namespaces] = configuration;

/** How many items of one stream may be on their way or unread, and how many units they may have together. */
export const streamWindow = configuration[7];
export const streamLength = configuration[8];
