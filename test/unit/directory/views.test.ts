/** Lists of organizations of large tenants. */
import { expect, it } from 'vitest';
import type { Organization } from '../../../shared/modules/identity/directory/directory.ts';
import { managementPage } from '../../../shared/modules/identity/directory/organization-views.ts';
import { placeTree } from '../../../shared/modules/identity/directory/tree.ts';

const idOf = (number: number) => `7c1f5f0e-2f0f-4a53-8a0f-${String(number).padStart(12, '0')}`;

/** A chain of organizations with long names, and others below its last one. */
function aTree(levels: number, others: number): Organization[] {
  const at = '2026-03-01T00:00:00.000Z';
  const fields = { tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11', name: '語'.repeat(200), isActive: true };
  return Array.from({ length: levels + others }, (_, number) => ({
    ...{ ...fields, id: idOf(number), slug: `o${number}`, revision: 1, createdAt: at, updatedAt: at },
    parentId: number === 0 ? null : idOf(Math.min(number, levels) - 1),
  }));
}

it('refuses a page of organizations that is too large for a response', () => {
  const places = placeTree(aTree(31, 2_000));
  const list = (pageSize: number) => managementPage(places, { page: 1, pageSize }, 'Acme');
  expect(() => list(200)).toThrow(expect.objectContaining({ code: 'page_too_large' }));
  expect(list(20)).toMatchObject({ total: 2_031 });
});
