/** Where tests leave something to chance, it is decided by this number. */
export const testSeed = Number(process.env.FAST_CHECK_SEED ?? 1);
