/** What a team's extensions add to the API, as a section of the document's introduction. */
import type { EventSpec } from '../../kernel/events/definition.ts';
import type { OpenApiDocument } from './openapi/types.ts';

/** A provider or sender as requests name it. */
interface Named {
  key: string;
  title?: string;
}

/** A queue or a command of jobs. */
interface Described {
  summary: string;
}

/** An integration, or a set of them. */
interface Titled {
  id: string;
  title: string;
}

/** What of a team's configuration the document names. */
interface Config {
  features?: Readonly<Record<string, string>>;
  jobQueues: Readonly<Record<string, Described>>;
  commands: Readonly<Record<string, Described>>;
  bundles: readonly Titled[];
  integrations: readonly Titled[];
}

export interface Additions {
  events: readonly Pick<EventSpec, 'type' | 'description'>[];
  config: Config;
  paymentProviders: readonly Named[];
  syncAdapters: readonly Named[];
  inboundAdapters: readonly Named[];
}

const line = (name: string, text?: string) =>
  text === undefined ? `- \`${name}\`` : `- \`${name}\`: ${text}`;
const linesOf = (named: readonly Named[]) => named.map(({ key, title }) => line(key, title));
const linesBy = <Value>(values: Readonly<Record<string, Value>>, textOf: (value: Value) => string) =>
  Object.entries(values).map(([name, value]) => line(name, textOf(value)));

function groupsOf({ events, config, ...code }: Additions): [string, string[]][] {
  return [
    ['Events', events.map(({ type, description }) => line(type, description))],
    ['Features', linesBy(config.features ?? {}, (title) => title)],
    ['Queues of jobs', linesBy(config.jobQueues, ({ summary }) => summary)],
    ['Commands of jobs', linesBy(config.commands, ({ summary }) => summary)],
    ['Integrations', [...config.bundles, ...config.integrations].map(({ id, title }) => line(id, title))],
    ['Payment providers', linesOf(code.paymentProviders)],
    ['Sync adapters', linesOf(code.syncAdapters)],
    ['Senders of webhooks', linesOf(code.inboundAdapters)],
  ];
}

/** Returns the document with the names of the additions; the same document when there are none. */
export function withAdditions(document: OpenApiDocument, additions: Additions): OpenApiDocument {
  const groups = groupsOf(additions).filter(([, lines]) => lines.length > 0);
  if (groups.length === 0) return document;
  const parts = groups.map(([title, lines]) => `${title}:\n\n${lines.join('\n')}`);
  const description = [document.info.description, '## Additions of this deployment', ...parts].join('\n\n');
  return { ...document, info: { ...document.info, description } };
}
