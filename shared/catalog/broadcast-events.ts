/** Types of the events that reach browsers, and the features that their receivers must hold. */
import { eventSpecs } from './catalogue.ts';

const broadcast = eventSpecs.filter(({ clientBroadcast }) => clientBroadcast);

export const broadcastTypes: readonly string[] = broadcast.map(({ type }) => type).toSorted();

/** By type. */
export const viewFeatures: Readonly<Record<string, string>> = Object.fromEntries(
  broadcast.map(({ type, viewFeature = `${type.split('.')[0]}.view` }) => [type, viewFeature]),
);
