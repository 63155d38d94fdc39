/** Memory of the runtime itself, without its workers. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const mega = 1_048_576;
let collect: (() => void) | undefined;

/**
 * The heap of this thread after a full collection, which stops the runtime for a tenth of a second. Its own
 * collections are minutes apart, and garbage in between is not a leak.
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
