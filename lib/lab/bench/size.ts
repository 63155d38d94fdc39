/**
 * How much a bench does. `npm run bench -- --tiny` does as little as possible: the figures mean nothing, but every bench
 * runs to its end.
 */
/** Returns the count of the usual size, or that of the tiny one. */
export const sized = (usual: number, tiny: number): number =>
  process.env.BENCH_SIZE === 'tiny' ? tiny : usual;
