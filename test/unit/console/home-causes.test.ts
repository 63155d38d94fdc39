import { expect, it } from 'vitest';
import { groupsOf, historyOfCause, listOfKind, pageOfCause } from '../../../lib/console/home/causes.ts';
import { homeTexts } from '../../../lib/console/texts/home.ts';
import { attentionSources } from '../../../shared/catalog/module-attention.ts';

it('has a page, a list and texts for every kind of the platform', () => {
  const kinds = Object.keys(attentionSources);
  expect(kinds.filter((kind) => listOfKind(kind) === undefined)).toEqual([]);
  expect(kinds.filter((kind) => homeTexts.attention.kindTexts(kind).title === kind)).toEqual([]);
});

it.for([
  ['failing_webhook', 'w', '/webhooks/w', '/deliveries?webhook=w'],
  ['failing_sync', 'r', '/sync/runs/r', undefined],
  ['dead_letters', 'webhook-recovery', '/dead-letters/webhook-recovery', undefined],
  ['integration_in_need', 'a/b', '/integrations/a%2Fb', undefined],
  ['something_else', 'x', undefined, undefined],
] as const)('%s %s leads to %s', ([kind, resourceId, page, history]) => {
  expect(pageOfCause({ kind, resourceId })).toBe(page);
  expect(historyOfCause({ kind, resourceId })).toBe(history);
});

it('groups causes by kind in the order of the page, unknown kinds last', () => {
  const causes = ['failing_job', 'x', 'failing_webhook', 'failing_job'].map((kind, id) => ({ kind, id }));
  expect(groupsOf(causes).map(({ kind, causes: own }) => [kind, own.map(({ id }) => id)])).toEqual([
    ['failing_webhook', [2]],
    ['failing_job', [0, 3]],
    ['x', [1]],
  ]);
});
