import { expect, it } from 'vitest';
import { createdNotificationBatch } from '../../../shared/modules/notifications/bulk-notification-service.ts';

it('a repeated batch has the same ids, also after its notifications have expired', async () => {
  const context = { principal: { subject: 'user:ada' }, nowMs: Date.parse('2026-03-01T09:30:00Z') };
  const caller = { scope: { tenantId: 'tenant', organizationId: 'north' }, context };
  const content = { type: 'sales.order.overdue', severity: 'warning' as const, title: 'Overdue' };
  const repeated = (expiresAt: string) => {
    const request = { ...content, recipientUserIds: ['ada', 'bob'], expiresAt };
    return createdNotificationBatch(caller, { id: 'batch', version: 1 }, request);
  };
  expect(await repeated('2026-03-01T09:00:00Z')).toEqual(await repeated('2026-03-01T10:00:00Z'));
});
