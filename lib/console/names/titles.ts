import { ownResources } from '../../../shared/clients/typescript/own-resources.ts';
import { recordTitle, thingTitles } from '../texts/things.ts';

const ownTitles = new Map(ownResources.map(({ auditedAs, title }) => [auditedAs, title]));

/** What a thing of the kind is called. The entity types of records are kinds, too. */
export function titleOfKind(kind: string): string {
  return ownTitles.get(kind) ?? thingTitles[kind] ?? recordTitle;
}
