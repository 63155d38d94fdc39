/** Audit entries and histories contain no secret. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { save } from '../../support/builders/integrations.ts';
import { itemsOf, rulePath, rulesPath } from '../../support/builders/rules.ts';
import { aRule, aTenant } from '../../support/builders/tenants.ts';
import type { TestResponse } from '../../support/clients/api.ts';

const aSecret = (): string => `canary-${randomBytes(12).toString('hex')}`;

async function ok(request: Promise<TestResponse>): Promise<Record<string, unknown>> {
  const { status, body } = await request;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

const callAction = (secret: string) => ({
  type: 'CALL_WEBHOOK',
  config: { url: 'https://hooks.example.com/', headers: { authorization: secret, 'x-team': secret } },
});

const ruleWith = (secret: string) =>
  aRule({ successActions: [callAction(secret)], failureActions: [callAction(secret)] });

it('entries never contain credentials of an integration', async () => {
  const caller = await aTenant();
  const token = aSecret();
  await save(caller, 'sync_http_json', { baseUrl: 'https://api.example.com', token });
  const { items } = await ok(caller.api.get('/api/audit_logs/actions?pageSize=100'));
  expect(items).not.toEqual([]);
  expect(JSON.stringify(items)).not.toContain(token);
});

it('a revision of a rule and its comparison show the names of headers, and restoring sets their values', async () => {
  const { api, tenantId } = await aTenant();
  const secret = aSecret();
  const { id } = await ok(api.post(rulesPath, { body: ruleWith(secret) }));
  const url = 'https://other.example.com/';
  await ok(api.put(rulesPath, { body: { id, successActions: [{ type: 'CALL_WEBHOOK', config: { url } }] } }));
  await ok(api.put(rulesPath, { body: { id, failureActions: null } }));
  const shown = [
    await ok(api.get(`${rulePath(String(id))}/revisions/1`)),
    await ok(api.get(`${rulePath(String(id))}/revisions/compare?from=1&to=3`)),
  ];
  for (const one of shown) {
    expect(JSON.stringify(one)).toContain('x-team');
    expect(JSON.stringify(one)).not.toContain(secret);
  }
  expect(JSON.stringify(itemsOf(tenantId))).not.toContain(secret);
  const restored = await ok(api.post(`${rulePath(String(id))}/revisions/1/restore`));
  expect(restored).toMatchObject({
    successActions: [callAction(secret)],
    failureActions: [callAction(secret)],
  });
  await ok(api.delete(`${rulesPath}?id=${id}`));
  expect(JSON.stringify(await ok(api.get(`${rulePath(String(id))}/revisions/5`)))).not.toContain(secret);
  const again = await ok(api.post(`${rulePath(String(id))}/restore`));
  expect(again).toMatchObject({ successActions: [callAction(secret)] });
});
