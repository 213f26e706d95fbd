// Which addresses are the app's, by the parts of the parsed URL and never by a search in its text.

import {
  attempt, call, construct, getOwnPropertyDescriptor, global, member, NativeURL, slice, startsWith,
} from './intrinsics';

const getProtocol = member('URL', 'protocol');
const getHost = member('URL', 'host');
const getHostname = member('URL', 'hostname');
const getUsername = member('URL', 'username');
const getPassword = member('URL', 'password');
const getHref = member('URL', 'href');
const getBase = member('Node', 'baseURI');
const getOrigin = getOwnPropertyDescriptor(global, 'origin')?.get;

/** An address of the app's. */
export interface Place {
  /** What the engine is asked for. */
  readonly address: string;
  /** What it is asked for where the header of the request is out of reach: it names a page's own origin to other hosts alone. */
  readonly eventAddress: string;
  /** Whether the page is of the same origin, of which the engine tells the app nothing. */
  readonly isOwn: boolean;
}

// A window may be given another document: it is asked for each time, and a page cannot replace `document`.
function parse(address: string): object | undefined {
  try {
    return construct(NativeURL, [address, call(getBase, global.document)]);
  } catch {
    return undefined;
  }
}

function hostOf(url: object): string | undefined {
  const protocol = call(getProtocol, url);
  // The host has the port with it, unless it is the protocol's own.
  const host = call(getHost, url);
  if (call(getUsername, url) !== '' || call(getPassword, url) !== '') return undefined;
  if (protocol === 'native:') {
    return host === 'native' || host === 'http.native' || host === 'https.native' ? host : undefined;
  }
  if (host !== 'native') return undefined;
  return protocol === 'http:' ? 'http.native' : protocol === 'https:' ? 'https.native' : undefined;
}

/** Where the app answers for an address of `http://native/`, `https://native/` or `native:`; undefined for others. */
export function placeOf(text: string): Place | undefined {
  const url = parse(text);
  const host = url && hostOf(url);
  if (host === undefined) return undefined;
  const written = call(getProtocol, url) === 'native:' ? host : 'native';
  const rest = call(slice, call(getHref, url), (call(getProtocol, url) as string).length + 2 + written.length);
  const address = 'native://' + host + rest;
  // A sandboxed frame has the address of its document, but not the origin.
  const isOwn = attempt(() => call(getOrigin, global)) === 'native://' + host;
  return { address, eventAddress: isOwn ? 'native://events.' + host + rest : address, isOwn };
}

/** The address that the page had asked for. */
export function shown(address: unknown): unknown {
  if (call(startsWith, address, 'native://events.')) return shown('native://' + call(slice, address, 16));
  if (call(startsWith, address, 'native://http.native/')) return 'http://native' + call(slice, address, 20);
  if (call(startsWith, address, 'native://https.native/')) return 'https://native' + call(slice, address, 21);
  return address;
}

/** The origin that an event would come from, if its source had been asked for as the page wrote it. */
export function shownOrigin(origin: unknown): unknown {
  return call(startsWith, origin, 'native://events.') ? 'native://' + call(slice, origin, 16) : origin;
}

/** Whether an address names the host `native`, or what a look-up would take for it. */
export function namesNative(address: string): boolean {
  const url = parse(address);
  const host = url && call(getHostname, url);
  return host === 'native' || host === 'native.';
}
