import type { EventType } from '../../events/public-data.ts';
import type { DeliverableEvent, WebhookEventList } from './catalogue-contract.ts';
import { patternProblem } from './patterns.ts';

const crudActions = new Set(['created', 'updated', 'deleted']);
/** A fixed time, so that samples do not differ between calls. */
const sampleTimestamp = '2026-03-01T09:30:00.000Z';

const words = (name: string): string => name.replaceAll('_', ' ');
const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** An event of the catalogue as webhooks receive it. */
function toDeliverable({
  type,
  module,
  description,
  clientBroadcast,
  schema,
  sample,
}: EventType): DeliverableEvent {
  const parts = type.split('.');
  const action = parts.at(-1) ?? '';
  const entity = parts.length > 2 ? parts.slice(1, -1).join('.') : 'record';
  return {
    id: type,
    label: `${capitalized(words(module))}: ${words(entity)} ${words(action)}`,
    description,
    category: crudActions.has(action) ? 'crud' : 'lifecycle',
    module,
    entity,
    excludeFromTriggers: false,
    clientBroadcast,
    schema,
    sample: { type, timestamp: sampleTimestamp, data: sample },
  };
}

/**
 * Every event of the catalogue to which webhooks can subscribe, by name; events with a placeholder in their name are listed
 * separately.
 */
export const listWebhookEvents = (catalogue: readonly EventType[]) => async (): Promise<WebhookEventList> => {
  const events = catalogue.filter(({ module }) => module !== 'webhooks').map(toDeliverable);
  const data = events.filter(({ id }) => patternProblem(id) === undefined);
  return { data, total: data.length, templates: events.filter((event) => !data.includes(event)) };
};
