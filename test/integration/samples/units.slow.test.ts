/**
 * The DynamoDB units of every endpoint stay within their limits, and `lib/lab/scale/units.json`, from which costs and the
 * scale page are computed, is current. `UNITS=write npm run test:slow -- test/integration/samples/units` updates it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { maxCreationUnits, maxUnits } from '../../../lib/lab/scale/max-units.ts';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import { aStoredRule, aStoredSet, rulesPath } from '../../support/builders/rules.ts';
import { aJob, aStoredJob } from '../../support/builders/scheduler.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { apiFor, successfulCallsOf } from '../../support/clients/api.ts';
import { overHttpIfDocument } from '../../support/clients/in-process.ts';
import { isPaged, type MeasuredUnits, unitsOf } from '../../support/invariants/units.ts';

const file = 'lib/lab/scale/units.json';
const known: Record<string, number[]> = JSON.parse(readFileSync(file, 'utf8'));
const isWritten = process.env.UNITS === 'write';

// The hourly cost of a connection is not part of the units.
const measurable = endpoints.filter(({ holdsConnection }) => !holdsConnection);

/** Lists of the whole deployment, whose length depends on parallel tests. */
const isShared = (operationId: string): boolean =>
  /^(list(Tenants|TenantsInNeed|Toggles|VisibleToggles|Overrides)|evaluateFlags|getOrganizationSwitcher)$/.test(
    operationId,
  );

/**
 * The provider's event of the same change arrives meanwhile. If it is first, its function writes the change, and the
 * request only completes the operation.
 */
const mayBeCheaper = (operationId: string): boolean => /^(capture|cancel|refund)Payment$/.test(operationId);

function boundOf({ operationId, method }: (typeof measurable)[number]): number {
  const endpoint = sampleOf(operationId).endpoint;
  // Causes are a list without pages.
  if (isPaged(endpoint) || operationId === 'listCauses') return maxUnits.page;
  if (operationId === 'searchThings') return maxUnits.search;
  return method === 'GET' ? maxUnits.read : maxCreationUnits(operationId);
}

const measured: Record<string, number[]> = {};

afterAll(() => {
  if (!isWritten) return;
  const rows = Object.entries({ ...known, ...measured }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const current = rows.filter(([operationId]) => measurable.some((one) => one.operationId === operationId));
  const lines = current.map(([name, [reads, writes]]) => `  "${name}": [${reads}, ${writes}]`);
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
});

describe.concurrent('the units of', () => {
  it.each(measurable.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    '%s match the table, within their limit',
    async (operationId, endpoint) => {
      const sample = sampleOf(operationId);
      const units: MeasuredUnits = await overHttpIfDocument(endpoint.path, async () =>
        unitsOf(sample, await aSuperAdmin()),
      );
      measured[operationId] = [units.readUnits, units.writeUnits];

      const isCreation =
        endpoint.method === 'POST' &&
        /^(create|upload|complete|restoreVersion|start|retrySync|invite)/.test(operationId);
      // Both show the whole deployment to super admins.
      const isOfAll = /^(getOrganizationSwitcher|listTenantsInNeed)$/.test(operationId);
      if (endpoint.method === 'GET' && !isOfAll)
        expect(units.readUnits, units.actions).toBeLessThanOrEqual(boundOf(endpoint));
      if (isCreation) expect(units.writeUnits, units.actions).toBeLessThanOrEqual(boundOf(endpoint));

      if (isWritten || isShared(operationId)) return;
      const [readUnits = Number.NaN, writeUnits = Number.NaN] = known[operationId] ?? [];
      // Item sizes differ by some bytes.
      expect(Math.abs(units.readUnits - readUnits), units.actions).toBeLessThanOrEqual(2);
      expect(units.writeUnits - writeUnits, units.actions).toBeLessThanOrEqual(2);
      if (!mayBeCheaper(operationId))
        expect(writeUnits - units.writeUnits, units.actions).toBeLessThanOrEqual(2);
    },
  );
});

/** A typical condition, with other numbers in each version. */
const largeCondition = (version: number) => ({
  operator: 'AND',
  rules: Array.from({ length: 18 }, (_, index) => ({
    field: `order.lines.${index}.quantity`,
    operator: index % 2 === 0 ? '>=' : '<',
    value: (version * 7_919 + index * 104_729) % 100_000,
  })),
});

describe('a page of 20 entries of the audit trail', () => {
  it('is within the limit if each has large old and new values', async () => {
    const caller = await aSuperAdmin();
    const { id } = await aStoredRule(caller, { conditionExpression: largeCondition(0) });
    for (let version = 1; version <= 60; version += 1) {
      const body = { id, conditionExpression: largeCondition(version) };
      expect((await caller.api.put(rulesPath, { body })).status).toBe(200);
    }

    const answer = await caller.api.get<{ items: { changes: object }[] }>(
      `${sampleOf('listAuditActions').endpoint.path}?pageSize=20`,
    );

    expect(answer.body.items).toHaveLength(20);
    for (const { changes } of answer.body.items)
      expect(JSON.stringify(changes).length).toBeGreaterThan(2_000);
    const calls = (await successfulCallsOf(answer)).filter(({ service }) => service === 'dynamodb');
    const readUnits = calls.reduce((sum, call) => sum + call.readUnits, 0);
    expect(readUnits).toBeLessThanOrEqual(maxUnits.auditPage);
    expect(readUnits).toBeGreaterThan(10);
  });
});

describe('a search in an organization with long lists', () => {
  it('is within the limit, with the authentication of a session', async () => {
    const caller = await aSuperAdmin();
    const name = (index: number) => `Orders of the northern warehouse, number ${index}`;
    for (let index = 0; index < 12; index += 1) {
      const url = `http://127.0.0.1:9/${'hooks/'.repeat(30)}${index}`;
      await aWebhook(caller, { name: name(index), url });
      await aStoredJob(caller, aJob({ name: name(index), description: 'Counts orders. '.repeat(20) }));
      await aStoredRule(caller, { ruleId: `ORDERS-${index}`, ruleName: name(index) });
      await aStoredSet(caller, { setId: `ORDERS-${index}`, setName: name(index) });
    }
    const { token } = await aSession(await aUser(caller));

    const texts = ['5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10', 'Orders', 'pi_3PqTxa00000000', 'sales.order:4711'];
    for (const text of texts) {
      const answer = await apiFor(token).get(`/api/search?q=${encodeURIComponent(text)}`);

      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const calls = (await successfulCallsOf(answer)).filter(({ service }) => service === 'dynamodb');
      const readUnits = calls.reduce((sum, call) => sum + call.readUnits, 0);
      expect(readUnits, text).toBeLessThanOrEqual(maxUnits.search);
      expect(readUnits, text).toBeGreaterThan(maxUnits.read);
    }
  });
});
