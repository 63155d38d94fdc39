import { describe, expect, it } from 'vitest';
import {
  newWebhook,
  rotatedWebhook,
  signingSecrets,
} from '../../../shared/modules/webhooks/endpoints/webhook.ts';
import { webhookLimits } from '../../../shared/modules/webhooks/limits.ts';

const at = (seconds: number) => ({ principal: { subject: 'user:1' }, nowMs: seconds * 1_000 });
const created = newWebhook(
  { tenantId: 't', organizationId: 'o' },
  { name: 'Orders', url: 'https://example.com', subscribedEvents: ['*'] },
  { id: 'w', secret: 's0' },
  { autoDisableThreshold: 100 },
  at(0),
);

/** The webhook after rotations at these seconds with these grace periods. */
const rotated = (...rotations: readonly (readonly [second: number, graceSeconds: number])[]) =>
  rotations.reduce<Parameters<typeof rotatedWebhook>[0]>(
    (webhook, [second, graceSeconds], index) =>
      rotatedWebhook(webhook, { secret: `s${index + 1}`, graceSeconds }, at(second)),
    created,
  );

describe('after rotations', () => {
  it.each([
    ['one', rotated([10, 100]), 11, ['s1', 's0']],
    ['one that has ended', rotated([10, 100]), 110, ['s1']],
    ['two in a row', rotated([10, 100], [20, 50]), 21, ['s2', 's1', 's0']],
    ['two, of which the later ends first', rotated([10, 100], [20, 50]), 70, ['s2', 's0']],
    ['two, of which the earlier has ended', rotated([10, 5], [20, 50]), 21, ['s2', 's1']],
    ['one without a grace period', rotated([10, 100], [20, 0]), 21, ['s2', 's0']],
    [
      'more than five',
      rotated([1, 100], [2, 100], [3, 100], [4, 100], [5, 100], [6, 100]),
      7,
      ['s6', 's5', 's4', 's3', 's2'],
    ],
  ])('%s, each secret signs until its own end', (_, webhook, second, expected) => {
    expect(signingSecrets(webhook, second * 1_000)).toEqual(expected);
    expect(expected.length).toBeLessThanOrEqual(webhookLimits.signingSecrets);
  });
});
