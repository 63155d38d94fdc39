/** How large a webhook is in a list. */
import { expect, it } from 'vitest';
import { responseBytes } from '../../../shared/kernel/base/json.ts';
import { listingItemOf } from '../../../shared/kernel/resources/rows.ts';
import { freshHealth, newWebhook, toRow } from '../../../shared/modules/webhooks/endpoints/webhook.ts';
import { webhookRows } from '../../../shared/modules/webhooks/endpoints/webhook-rows.ts';

const scope = { tenantId: 'tenant', organizationId: 'organization' };
const context = { principal: { subject: 'system:test' }, nowMs: Date.parse('2026-03-01T09:30:00.000Z') };
const made = { id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10', secret: 'sealed' };

it.each([
  [
    'a condition with quotation marks',
    { condition: { field: 'a', operator: '=', value: '"'.repeat(8_000) } },
  ],
  ['settings', { strategyConfig: { text: 'x'.repeat(100_000) } }],
  ['a long description', { description: '\u0001'.repeat(1_000) }],
])('a webhook with %s counts with all bytes that a page of it reads and returns', (_, fields) => {
  const input = { name: 'Large', url: 'https://example.com/', subscribedEvents: ['*'], ...fields };
  const webhook = newWebhook(scope, input, made, { autoDisableThreshold: 100 }, context);
  const { b } = listingItemOf(webhookRows, webhook);
  expect(b).toBeGreaterThanOrEqual(responseBytes(toRow(webhook, freshHealth)));
  expect(b).toBeGreaterThanOrEqual(JSON.stringify(webhook.strategyConfig).length);
});
