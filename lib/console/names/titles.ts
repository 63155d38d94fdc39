import { ownResources } from '../../../shared/clients/typescript/own-resources.ts';
import { recordTitle, thingTitles } from '../texts/things.ts';

const ownTitles = new Map(ownResources.map(({ auditedAs, title }) => [auditedAs, title]));

/** A word of the API for which the console has no text: `extraction_failed` is "Extraction failed". */
export const inWords = (word: string): string =>
  `${word.slice(0, 1).toUpperCase()}${word.slice(1).replaceAll('_', ' ')}`;

/** The kinds that audit entries name, with their titles. */
export const knownKinds = [...Object.entries(thingTitles), ...ownTitles].filter(([kind]) =>
  kind.includes('.'),
);

/** What a thing of the kind is called. The entity types of records are kinds, too. */
export function titleOfKind(kind: string): string {
  return ownTitles.get(kind) ?? thingTitles[kind] ?? recordTitle;
}
