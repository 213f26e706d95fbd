import { receive } from './batches';
import { isHidden, restart } from './carrier';
import { apply, queueMicrotask } from './intrinsics';

/** What `openLane` of a handler gives; Documentation/Design/fast-lane.md describes it. It is frozen, without a prototype. */
interface Lane {
  send(text: string, attachments?: Uint8Array[]): boolean;
  ask(text: string, attachments: Uint8Array[] | undefined, milliseconds: number): Message | undefined | null;
}
type Message = [text: string, attachments: Uint8Array[]];
type Receive = (text: string | undefined, attachments?: Uint8Array[]) => void;
export type OpenLane = (receive: Receive) => Lane | undefined;

/** The way to the app, where it is not by messages. */
export let lane: Lane | undefined;

// A lane that ended before it brought anything: the next would do so, too.
let isUseless = false;
let hasBrought = false;

/** Opens a lane, if the handler can. */
export const enterLane = (open: OpenLane | undefined, handler: unknown) => {
  hasBrought = false;
  const receiveOwn: Receive = (text, attachments) => {
    if (text === undefined) leaveLane(own);
    else if (own === lane) take(text, attachments);
  };
  const own: Lane | undefined = open && !isUseless ? apply(open, handler, [receiveOwn]) : undefined;
  lane = own;
};

/** Sends a message. Where the lane has ended, that is noted after this turn at the latest. Returns whether it was sent. */
export const sendByLane = (text: string, attachments?: Uint8Array[]): boolean => {
  const used = lane!;
  const isOpen = used.send(text, attachments);
  if (!isOpen) queueMicrotask(() => leaveLane(used));
  return isOpen;
};

const take: typeof receive = (text, attachments) => {
  hasBrought = true;
  receive(text, attachments);
};

/** Goes on as a new document after a lane has ended. */
const leaveLane = (ended: Lane | undefined) => {
  if (!ended || ended !== lane) return;
  // Each lane of a document that is hidden ends.
  if (!hasBrought && !isHidden) isUseless = true;
  restart('', 1, 0);
};

/** Asks the app, and applies its answer. Returns undefined when the time is over, null when there is no lane any more. */
export const ask = (text: string, attachments: Uint8Array[] | undefined, milliseconds: number) => {
  const answer = lane ? lane.ask(text, attachments, milliseconds) : null;
  if (answer) take(answer[0], answer[1]);
  return answer;
};
