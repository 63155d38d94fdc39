/** Types of the events that reach browsers. Bundles hold this list and not the catalogue that it is made of. */
import { eventSpecs } from './catalogue.ts';

export const broadcastTypes: readonly string[] = eventSpecs
  .filter(({ clientBroadcast }) => clientBroadcast)
  .map(({ type }) => type)
  .toSorted();
