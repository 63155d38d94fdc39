import { expect, it } from 'vitest';
import { StaleError } from '../../../shared/kernel/errors/errors.ts';
import { putTemplate } from '../../../shared/modules/email/texts/template-store.ts';
import { aTenant } from '../../support/builders/tenants.ts';

it('a page of templates that is too large for one response is refused with a page size that fits', async () => {
  const caller = await aTenant();
  const template = { subject: 'x', body: '"'.repeat(10_000), updatedAtMs: Date.now(), revision: 1 };
  const put = (_: unknown, index: number) =>
    putTemplate(caller, { ...template, type: `sales.order.${index}` }, undefined, [], () => new StaleError());
  await Promise.all(Array.from({ length: 140 }, put));
  const refused = await caller.api.get('/api/email/templates?pageSize=200');
  expect(refused).toMatchObject({ status: 400, body: { code: 'page_too_large' } });
  const page = await caller.api.get(`/api/email/templates?pageSize=${refused.body.suggestedPageSize}`);
  expect(page).toMatchObject({ status: 200, body: { total: 140 } });
});
