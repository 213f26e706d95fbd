// Nodes of the document in few words: an element's start tag and its text, never its whole content.

import { call, getter, method, slice } from './intrinsics';

const getNodeType = getter('Node', 'nodeType');
const getNodeName = getter('Node', 'nodeName');
const getFirstChild = getter('Node', 'firstChild');
const getNextSibling = getter('Node', 'nextSibling');
const getLocalName = getter('Element', 'localName');
const getAttributeNames = method('Element', 'getAttributeNames');
const getAttribute = method('Element', 'getAttribute');
const substringData = method('CharacterData', 'substringData');

const maximumAttributeCount = 20;
const maximumTextLength = 100;

/** The type of a node, or 0 for what is none. */
export function nodeType(any: unknown): number {
  try {
    return call(getNodeType, any) as number;
  } catch {
    return 0;
  }
}

/** What a node is, in short HTML. */
export function node(any: object): string {
  const type = nodeType(any);
  if (type === 3) return '#text ' + data(any);
  if (type !== 1) return call(getNodeName, any) as string;
  const name = call(getLocalName, any) as string;
  const attributes = call(getAttributeNames, any) as string[];
  let text = '<' + name;
  for (let index = 0; index < attributes.length; ++index) {
    if (index === maximumAttributeCount) {
      text += ' …';
      break;
    }
    text += ' ' + attributes[index] + '="' + short(call(getAttribute, any, attributes[index]) as string) + '"';
  }
  text += '>';
  const child = call(getFirstChild, any) as object | null;
  if (child !== null) text += nodeType(child) === 3 && call(getNextSibling, child) === null ? data(child) : '…';
  return text + '</' + name + '>';
}

function data(any: object): string {
  return short(call(substringData, any, 0, maximumTextLength + 1) as string);
}

function short(text: string): string {
  return text.length > maximumTextLength ? (call(slice, text, 0, maximumTextLength) as string) + '…' : text;
}
