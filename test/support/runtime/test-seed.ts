/** The seed of random choices in tests. */
export const testSeed = Number(process.env.FAST_CHECK_SEED ?? 1);
