/** Domains verified by DNS: their addresses receive mails without a confirmation. */
import { afterAll, expect, it } from 'vitest';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { logged, logOf } from '../../support/builders/email.ts';
import { aStoredRule, executed } from '../../support/builders/rules.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { startDnsStub } from '../../support/runtime/dns-stub.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const dns = await startDnsStub();
afterAll(() => dns.close());

interface Verified {
  domain: string;
  isVerified: boolean;
  record: { type: 'TXT'; name: string; value: string };
}

const verify = async ({ api }: Pick<TestCaller, 'api'>, domain: string): Promise<Verified> => {
  const answer = await api.post<Verified>('/api/email/domains', { body: { domain } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

async function domainsOf({ api }: Pick<TestCaller, 'api'>) {
  const { body } = await api.get<{ domains: { name: string; verifiedAt: string | null }[] }>(
    '/api/email/settings',
  );
  return body.domains;
}

it('is verified while DNS has its record', async () => {
  const caller = await aTenant();
  const domain = `shop-${caller.tenantId}.example`;
  const { isVerified, record } = await verify(caller, domain);
  expect({ isVerified, name: record.name }).toEqual({ isVerified: false, name: `_platform-email.${domain}` });
  dns.set(record.name, 'v=spf1 -all', 'platform-email=of-someone-else');
  expect(await verify(caller, domain)).toMatchObject({ isVerified: false });
  dns.set(record.name, 'v=spf1 -all', record.value);
  expect(await verify(caller, domain.toUpperCase())).toEqual({ domain, isVerified: true, record });
  expect(await domainsOf(caller)).toEqual([{ name: domain, verifiedAt: expect.stringMatching(/Z$/) }]);
  dns.remove(record.name);
  expect(await verify(caller, domain)).toMatchObject({ isVerified: false });
  expect(await domainsOf(caller)).toEqual([{ name: domain, verifiedAt: null }]);
  const { body } = await (await aTenantAdmin(caller)).api.get<{ items: { changes: object }[] }>(
    '/api/audit_logs/actions?resource=email.settings',
  );
  expect(body.items.flatMap(({ changes }) => Object.keys(changes))).toEqual(Array(3).fill('domains'));
});

it('is not verified by the record of another tenant', async () => {
  const [owner, other] = [await aTenant(), await aTenant()];
  const domain = `shop-${owner.tenantId}.example`;
  const { record } = await verify(owner, domain);
  dns.set(record.name, record.value);
  expect(await verify(owner, domain)).toMatchObject({ isVerified: true });
  expect(await verify(other, domain)).toMatchObject({ isVerified: false });
});

it('receives mails without a confirmation, other domains do not', async () => {
  const caller = await aTenant();
  const domain = `shop-${caller.tenantId}.example`;
  const { record } = await verify(caller, domain);
  dns.set(record.name, record.value);
  await verify(caller, domain);
  const [own, below] = [`ops@${domain}`, `ops@sub.${domain}`];
  const config = { recipients: `${own},${below}`, subject: 'Order {{entityId}}', message: 'Look at it.' };
  await aStoredRule(caller, {
    conditionExpression: { field: 'nothing', operator: 'IS_EMPTY' },
    successActions: [{ type: 'NOTIFY', config }],
  });
  await executed(caller, { entityId: 'SO-1' });
  const toOwn = await logged(caller, `search=${own}`);
  expect(toOwn).toMatchObject({ kind: 'notification', subject: 'Order SO-1' });
  expect(toOwn.state).not.toBe('skipped');
  expect(await logged(caller, `search=${below}&state=skipped`)).toMatchObject({ reason: 'unconfirmed' });
  const asked = await logOf(caller, 'kind=confirmation');
  expect(asked.map(({ to }) => to)).toEqual([below]);
});
