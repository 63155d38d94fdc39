/** The catalog as API responses show it. */
import * as z from 'zod/mini';
import { type EventSpec, sampleOf } from '../kernel/events/definition.ts';
import { anyEntityType } from '../modules/entities/events.ts';
import type { EventType } from '../modules/events/public-data.ts';
import { eventSpecs } from './catalogue.ts';

function schemaOf({ data }: EventSpec): Record<string, unknown> {
  return z.toJSONSchema(data, {
    io: 'output',
    unrepresentable: 'any',
    // Events may gain fields.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  }) as Record<string, unknown>;
}

function toEntry(spec: EventSpec): EventType {
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

/** All events by type. */
export const catalogue: readonly EventType[] = eventSpecs
  .map(toEntry)
  .toSorted((a, b) => (a.type < b.type ? -1 : 1));
