/** The table of samples: a valid call of every operation, with what it needs first. Functions never load it. */
import type { Sample } from '../kernel/samples/sample.ts';
import { manifests } from './manifests.ts';

/** At least one per operation; documents show the first. */
export const samples: readonly Sample[] = manifests.flatMap(({ samples: own = [] }) => own);

const byOperation = new Map(samples.toReversed().map((sample) => [sample.endpoint.operationId, sample]));

/** Returns the sample of an operation. Throws when there is none. */
export function sampleOf(operationId: string): Sample {
  const found = byOperation.get(operationId);
  if (found === undefined) throw new Error(`${operationId} has no sample.`);
  return found;
}
