import { describe, expect, it, vi } from 'vitest';
import { enrichAssignments } from '../../../shared/modules/attachments/library/assignment-details.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const scope = { tenantId: 't', organizationId: 'o', organizationIds: ['o'] };

const order = (id: string, more = {}) => ({ type: 'order', id, ...more });
const person = { type: 'person', id: '1' };

describe('assignments', () => {
  it('are completed by the resolver of their type, with one lookup each; stored values take precedence', async () => {
    const resolve = vi.fn(
      async (_: unknown, ids: readonly string[]) =>
        new Map(ids.map((id) => [id, { label: `Order ${id}`, href: `/orders/${id}` }])),
    );
    const complete = order('2', { label: 'a', href: '/b' });
    const files = [
      [order('1'), person],
      [order('1', { label: 'Mine' }), complete],
    ];
    expect(await enrichAssignments(scope, files, { order: resolve })).toEqual([
      [order('1', { label: 'Order 1', href: '/orders/1' }), person],
      [order('1', { label: 'Mine', href: '/orders/1' }), complete],
    ]);
    expect(resolve.mock.calls).toEqual([[scope, ['1']]]);
  });

  it('stay unchanged without a resolver, and if it fails', async () => {
    const files = [[order('1'), { type: 'constructor', id: '1' }]];
    expect(await enrichAssignments(scope, files)).toEqual(files);
    const failing = () => Promise.reject(new Error('no connection'));
    expect(await enrichAssignments(scope, files, { order: failing })).toEqual(files);
  });
});
