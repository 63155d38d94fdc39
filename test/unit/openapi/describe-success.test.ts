/** Sentences about successful responses follow from the summaries of operations. */
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Success } from '../../../shared/kernel/http/endpoint-spec.ts';
import { paging } from '../../../shared/kernel/http/fields.ts';
import { describeSuccess } from '../../../shared/modules/docs/openapi/describe-success.ts';

const result = z.object({});

const described = (summary: string, success: Partial<Success> = { result }, query?: z.ZodMiniType) =>
  describeSuccess({ summary, success: { status: 200, ...success }, ...(query && { query }) });

it.each([
  ['Read a webhook', 'The webhook.'],
  ['Read one run of a job', 'The run of a job.'],
  ['Get the status of a payment', 'The status of a payment.'],
  ['List and search rule sets', 'The rule sets.'],
  ['List your sessions', 'Your sessions.'],
  ['Create an API key', 'The API key is created.'],
  ['Delete a member of a rule set', 'The member of a rule set is deleted.'],
  ['Change the settings of mails', 'The changed settings of mails.'],
  ['Execute the rules of an entity type', 'The result.'],
])('describes "%s" as "%s"', (summary, text) => expect(described(summary)).toBe(text));

it('names the page of a list with pages', () => {
  expect(described('List and search rule sets', { result }, z.object(paging()))).toBe(
    'One page of rule sets.',
  );
});

it('says when only the request is accepted, and when there is no body', () => {
  expect(described('Replay events to a webhook', { status: 202 })).toBe('The request is accepted.');
  expect(described('Log out', {})).toBe('The request succeeded.');
});

it('prefers what the contract says', () => {
  expect(described('Read a webhook', { description: 'The latest one.' })).toBe('The latest one.');
});
