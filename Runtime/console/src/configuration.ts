// What the app passes to the script: the build wraps it into a function of this one parameter.
declare const configuration: readonly [
  handler: string,
  maximumDepth: number,
  maximumMemberCount: number,
  maximumValueCount: number,
  maximumStringLength: number,
  maximumEntryLength: number,
  maximumDuration: number,
  burst: number,
  rate: number,
];

export const handlerName = configuration[0];
export const maximumDepth = configuration[1];
export const maximumMemberCount = configuration[2];
export const maximumValueCount = configuration[3];
// Lengths are UTF-16 units; the duration is in milliseconds.
export const maximumStringLength = configuration[4];
export const maximumEntryLength = configuration[5];
export const maximumDuration = configuration[6];
// Entries at once, and entries per second after that.
export const burst = configuration[7];
export const rate = configuration[8];
