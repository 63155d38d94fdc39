/** Every event that the platform itself publishes. A module adds its own by one line here. */
import * as z from 'zod/mini';
import { directoryEvents } from '../directory/events.ts';
import { anyEntityType, entityEvents } from '../entities/events.ts';
import { identityEvents } from '../identity/events.ts';
import { ruleEvents } from '../rules/events.ts';
import { toggleEvents } from '../toggles/events.ts';
import { type EventSpec, sampleOf } from './definition.ts';

export const eventSpecs: readonly EventSpec[] = [
  ...ruleEvents,
  ...toggleEvents,
  ...entityEvents,
  ...identityEvents,
  ...directoryEvents,
];

/** An event as the catalogue's readers see it. */
export interface CatalogueEntry {
  type: string;
  module: string;
  description: string;
  clientBroadcast: boolean;
  /** JSON Schema (2020-12) of the event's data. */
  schema: Record<string, unknown>;
  sample: Record<string, unknown>;
}

function schemaOf({ data }: EventSpec): Record<string, unknown> {
  return z.toJSONSchema(data, {
    io: 'output',
    unrepresentable: 'any',
    // Events may grow fields.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  }) as Record<string, unknown>;
}

function toEntry(spec: EventSpec): CatalogueEntry {
  const { type, description, clientBroadcast = false, data } = spec;
  const isOfRecords = type.startsWith(`${anyEntityType}.`);
  return {
    type,
    module: isOfRecords ? 'entities' : (type.split('.')[0] ?? ''),
    description,
    clientBroadcast,
    schema: schemaOf(spec),
    sample: sampleOf(data),
  };
}

let entries: readonly CatalogueEntry[] | undefined;

/** The catalogue by type. Made once per process: most functions that know events never show it. */
export function catalogue(): readonly CatalogueEntry[] {
  entries ??= eventSpecs.map(toEntry).toSorted((a, b) => (a.type < b.type ? -1 : 1));
  return entries;
}

/** The declaration of an event by its real type; types of records, which teams name, all have the same ones. */
export function findEventSpec(type: string): EventSpec | undefined {
  const exact = eventSpecs.find((spec) => spec.type === type);
  return exact ?? eventSpecs.find((spec) => spec.type === `${anyEntityType}.${type.split('.').at(-1)}`);
}
