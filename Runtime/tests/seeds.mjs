/** The seeds of a run: one by chance for each test, or GAWA_SEED. */
export const makeSeeds = count => process.env.GAWA_SEED
  ? [Number(process.env.GAWA_SEED)]
  : Array.from({ length: count }, () => Math.floor(Math.random() * 2 ** 31));

/** mulberry32: a function of numbers from 0 to 1. */
export const makeRandom = state => () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
};
