/** The table of samples: a valid call of every operation, with what it needs first. Functions never load it. */
import type { Sample } from '../kernel/samples/sample.ts';
import { manifests } from './manifests.ts';

/** At least one of each operation; the first of an operation is the one that documents show. */
export const samples: readonly Sample[] = manifests.flatMap(({ samples: own = [] }) => own);

const byOperation = new Map(samples.toReversed().map((sample) => [sample.endpoint.operationId, sample]));

/** The sample of an operation. Throws when there is none. */
export function sampleOf(operationId: string): Sample {
  const found = byOperation.get(operationId);
  if (found === undefined) throw new Error(`${operationId} has no sample.`);
  return found;
}
