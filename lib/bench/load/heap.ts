/** What the runtime itself keeps, apart from its workers. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const mega = 1_048_576;
let collect: (() => void) | undefined;

/**
 * What this thread's heap holds after a full collection, which stops the runtime for a tenth of a second: collections of
 * its own are minutes apart, and what lies between them is no leak.
 */
export function heapMb(): number {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / mega;
}
