import { makeTable } from './intrinsics';

/** First in, first out. */
export interface Queue<Element> {
  count_(): number;
  add_(element: Element): void;
  /** The first one, which must be there. */
  take_(): Element;
  clear_(): void;
}

/** Makes a queue whose parts the page cannot reach. */
export const makeQueue = <Element>(): Queue<Element> => {
  let elements = makeTable<number, Element>();
  let first = 0;
  let end = 0;
  return {
    count_: () => end - first,
    add_: element => elements.set(end++, element),
    take_: () => {
      const element = elements.get(first) as Element;
      elements.delete(first++);
      return element;
    },
    clear_: () => {
      elements = makeTable();
      first = end;
    },
  };
};
