import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { recordEvents } from '../../../shared/modules/events/log/log-store.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aWebhook, eventType, listDeliveries, webhookPath } from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

describe('a replay', () => {
  it.each(['recover', 'replay'])('processes a log of any length, page by page, as %s', async (operation) => {
    const owner = await aTenant();
    const { tenantId, organizationId } = owner;
    await using sink = await startSink();
    const { id: webhookId } = await aWebhook(owner, {}, sink);
    const occurredAt = new Date().toISOString();
    await recordEvents(
      Array.from({ length: 101 }, (_, n) => {
        const id = randomUUID();
        const event = { v: 1 as const, id, type: eventType, tenantId, organizationId, version: 1 };
        return { ...event, idempotencyKey: `${tenantId}:${organizationId}:${id}`, occurredAt, data: { n } };
      }),
    );
    const body = operation === 'replay' ? { from: occurredAt } : { since: occurredAt };
    await owner.api.post(`${webhookPath(webhookId)}/${operation}`, { body });
    await eventually('all of them delivered', async () => {
      const { total } = await listDeliveries(owner, `webhookId=${webhookId}&status=delivered`);
      return total === 101 ? total : undefined;
    });
  });
});
