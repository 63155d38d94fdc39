import { describe, expect, it, vi } from 'vitest';
import { enrichAssignments } from '../../../shared/modules/attachments/library/assignment-details.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const scope = { tenantId: 't', organizationId: 'o', organizationIds: ['o'] };

describe('assignments', () => {
  it('are completed by the resolver of their type, with one lookup each; stored values take precedence', async () => {
    const order = vi.fn(
      async (_: unknown, ids: readonly string[]) =>
        new Map(ids.map((id) => [id, { label: `Order ${id}`, href: `/orders/${id}` }])),
    );
    const files = [
      [
        { type: 'order', id: '1' },
        { type: 'person', id: '1' },
      ],
      [
        { type: 'order', id: '1', label: 'Mine' },
        { type: 'order', id: '2', label: 'a', href: '/b' },
      ],
    ];
    expect(await enrichAssignments(scope, files, { order })).toEqual([
      [
        { type: 'order', id: '1', label: 'Order 1', href: '/orders/1' },
        { type: 'person', id: '1' },
      ],
      [
        { type: 'order', id: '1', label: 'Mine', href: '/orders/1' },
        { type: 'order', id: '2', label: 'a', href: '/b' },
      ],
    ]);
    expect(order.mock.calls).toEqual([[scope, ['1']]]);
  });

  it('stay unchanged without a resolver, and if it fails', async () => {
    const files = [
      [
        { type: 'order', id: '1' },
        { type: 'constructor', id: '1' },
      ],
    ];
    expect(await enrichAssignments(scope, files)).toEqual(files);
    const order = () => Promise.reject(new Error('no connection'));
    expect(await enrichAssignments(scope, files, { order })).toEqual(files);
  });
});
