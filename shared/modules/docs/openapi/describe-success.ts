/** Describes the successful response of an operation in the words of its summary. Pure. */
import { fieldsOf } from '../../../kernel/contracts/fields-of.ts';
import type { EndpointSpec } from '../../../kernel/http/endpoint-spec.ts';

type Described = Pick<EndpointSpec, 'summary' | 'query' | 'success'>;

const lists = ['List', 'Search'];
const reads = [...lists, 'Find', 'Get', 'Read', 'Show'];

/** Verbs of changes. Others have no regular sentence. */
const participles: Readonly<Record<string, string>> = {
  Acknowledge: 'acknowledged',
  Cancel: 'cancelled',
  Change: 'changed',
  Complete: 'completed',
  Confirm: 'confirmed',
  Connect: 'connected',
  Create: 'created',
  Define: 'defined',
  Delete: 'deleted',
  Invite: 'invited',
  Refresh: 'refreshed',
  Register: 'registered',
  Remove: 'removed',
  Rename: 'renamed',
  Restore: 'restored',
  Revoke: 'revoked',
  Rotate: 'rotated',
  Save: 'saved',
  Upload: 'uploaded',
};

/** `a webhook` → `The webhook`, `your sessions` → `Your sessions`. */
const named = (things: string): string =>
  /^(?:your|this) /.test(things)
    ? things.replace(/^./, (letter) => letter.toUpperCase())
    : `The ${things.replace(/^(?:an?|one|the) /, '')}`;

/**
 * The contract's own description, or a sentence of its summary: `Read a webhook` → `The webhook.`, `Delete a webhook` →
 * `The webhook is deleted.`
 */
export function describeSuccess({ summary, query, success }: Described): string {
  if (success.description !== undefined) return success.description;
  const [, verb = '', things = ''] = /^(\w+)(?: and search)? (.+)$/.exec(summary) ?? [];
  const isPaged = query !== undefined && fieldsOf(query).some(({ name }) => name === 'page');
  if (isPaged && lists.includes(verb)) return `One page of ${things}.`;
  if (reads.includes(verb)) return `${named(things)}.`;
  const participle = participles[verb];
  if (participle !== undefined && /^(?:an?|one) /.test(things)) return `${named(things)} is ${participle}.`;
  if (participle !== undefined && things.startsWith('the ')) return `The ${participle} ${things.slice(4)}.`;
  if (success.status === 202) return 'The request is accepted.';
  return success.result === undefined ? 'The request succeeded.' : 'The result.';
}
