import { receive } from './batches';
import { handler, isHidden, restart } from './carrier';
import { apply, getOwnPropertyDescriptor, queueMicrotask } from './intrinsics';

/** What `openLane` of a handler gives: see Documentation/Design/fast-lane.md. It is frozen, without a prototype. */
interface Lane {
  send(text: string, attachments?: Uint8Array[]): boolean;
  ask(text: string, attachments: Uint8Array[] | undefined, milliseconds: number): Message | undefined | null;
}
type Message = [text: string, attachments: Uint8Array[]];
type Receive = (text: string | undefined, attachments?: Uint8Array[]) => void;

/** The way to the app, where it is not by messages. */
export let lane: Lane | undefined;

// The handler of which a lane ended before it brought anything: its next would do so, too.
let useless: unknown;
let hasBrought = false;

/** Opens a lane, if the handler can. No lane takes a document that is not shown. */
export const enterLane = () => {
  hasBrought = false;
  // Each handler has a function of its own.
  const open = isHidden || handler === useless ? undefined : getOwnPropertyDescriptor(handler!, 'openLane')?.value;
  const receiveOwn: Receive = (text, attachments) => {
    if (text === undefined) leaveLane(own);
    else if (own === lane) take(text, attachments);
  };
  const own: Lane | undefined = open && apply(open, handler, [receiveOwn]);
  lane = own;
};

/** Notes that the lane has ended, once what runs now is through. */
const noteEnd = () => {
  const ended = lane;
  queueMicrotask(() => leaveLane(ended));
};

/** Sends a message. Returns whether the lane took it. */
export const sendByLane = (text: string, bytes?: Uint8Array[]): boolean => {
  const isOpen = lane!.send(text, bytes);
  if (!isOpen) noteEnd();
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
  if (!hasBrought && !isHidden) useless = handler;
  restart('', 1, 0);
};

/** Asks the app, and applies its answer. Returns undefined when the time is over, null when the lane has ended. */
export const ask = (text: string, bytes: Uint8Array[] | undefined, milliseconds: number) => {
  const answer = lane!.ask(text, bytes, milliseconds);
  if (answer) take(answer[0], answer[1]);
  else if (answer === null) noteEnd();
  return answer;
};
