/** What a search reads within its units, and what callers see of it. */
import { describe, expect, it } from 'vitest';
import { moduleSearchSources } from '../../../shared/catalog/module-search.ts';
import { searchSources } from '../../../shared/catalog/search-sources.ts';
import type { SearchSources } from '../../../shared/kernel/modules/search.ts';
import { hasName, isCurrent, isShown, maySee, ranked } from '../../../shared/modules/search/found.ts';
import { searchLimits } from '../../../shared/modules/search/limits.ts';
import { parseThings, placesOf, sourceOf } from '../../../shared/modules/search/names.ts';
import { activeFirst, planSearch } from '../../../shared/modules/search/plan.ts';

const id = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const one = { tenantId: 't', organizationIds: ['o1'] };
const two = { tenantId: 't', organizationIds: ['o1', 'o2'] };
const units = searchLimits.readUnits;

const priceOf = ({ keys, queries }: ReturnType<typeof planSearch>): number =>
  [...keys, ...queries].reduce((sum, { price }) => sum + price, 0);

describe('a search', () => {
  it.each([
    ['an id', id],
    ['a name', 'Orders'],
  ])('reads all kinds of the platform for %s in one organization, within its units', (_, text) => {
    const plan = planSearch(moduleSearchSources, one, text, units);
    expect(plan.isComplete).toBe(true);
    expect(priceOf(plan)).toBeLessThanOrEqual(units);
    expect(priceOf(plan)).toBeGreaterThan(units / 2);
  });

  it('reads external ids before names, because providers of a team cost units too', () => {
    const { queries } = planSearch(moduleSearchSources, one, 'pi_3PqTxa00000000', 3);
    const kinds = queries.filter(({ reads }) => reads === 'external ids').map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['payment_gateways.payment', 'business_rules.rule']));
    expect(queries[0]?.reads).toBe('external ids');
  });

  it('reads the active organization first, and says that others were left out', () => {
    const scope = activeFirst({ ...two, organizationId: 'o2' });
    for (const text of [id, 'Orders']) {
      const plan = planSearch(searchSources, scope, text, units);
      expect(plan.isComplete).toBe(false);
      expect(priceOf(plan)).toBeLessThanOrEqual(units);
      const places = [...plan.keys, ...plan.queries].map((read) => read.place);
      expect(places).toEqual(places.toSorted());
    }
  });

  it('reads things of the deployment without a tenant', () => {
    const kinds = planSearch(searchSources, {}, id, units).keys.map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['directory.tenant', 'feature_toggles.toggle']);
  });

  it('finds an endpoint once whose key names no organization', () => {
    const { keys } = planSearch(searchSources, two, id, 100);
    expect(keys.filter(({ kind }) => kind === 'webhooks.inbound_endpoint')).toHaveLength(1);
    expect(keys.filter(({ kind }) => kind === 'webhooks.webhook')).toHaveLength(2);
  });
});

describe('a found thing', () => {
  const principal = {
    ...{ subject: 'user:u', tenantId: 't', organizationId: 'o1', organizationIds: ['o2'] },
    ...{ features: [], isSuperAdmin: false },
  };
  const viewer = { principal, scope: one, nowMs: 10_000 };

  it.each([
    ['selected', 'o1', true],
    ['selected', 'o2', false],
    ['selected', null, true],
    ['reach', 'o2', true],
    ['reach', 'o3', false],
    ['reach', null, false],
    ['all', null, true],
  ] as const)('%s of organization %s is shown: %s', (shownTo, organizationId, expected) => {
    expect(isShown({ shownTo }, { organizationId }, viewer)).toBe(expected);
  });

  it.each([
    [{ tenantId: 't' }, true],
    [{ tenantId: 'other' }, false],
    [{ tenantId: null }, false],
    [{}, true],
    [{ ttl: 10 }, false],
    [{ ttl: 11 }, true],
  ])('is in the item %j: %s', (item, expected) => {
    expect(isCurrent(item, viewer)).toBe(expected);
  });

  it('of any kind is seen with every right, except tenants, which are those of others', () => {
    const hidden = Object.entries(searchSources).filter(
      ([, source]) => !maySee({ ...principal, features: ['*'] }, source),
    );
    expect(hidden.map(([kind]) => kind)).toEqual(['directory.tenant']);
    expect(hidden.every(([, source]) => maySee({ ...principal, isSuperAdmin: true }, source))).toBe(true);
  });

  it('has a name in any case, or what distinguishes it', () => {
    const thing = { id, name: 'Große Orders', detail: 'https://example.com', organizationId: null };
    expect([hasName(thing, 'GROSSE'), hasName(thing, 'example'), hasName(thing, 'rest')]).toEqual([
      ...[true, true, false],
    ]);
  });

  it('is ranked once: equal, beginning, contained', () => {
    const thing = (name: string) => ({ kind: 'k', id: name, name, detail: null, organizationId: null });
    const found = ['old orders', 'orders 2', 'Orders', 'old orders'].map(thing);
    expect(ranked(found, 'orders').map(({ name }) => name)).toEqual(['Orders', 'orders 2', 'old orders']);
  });
});

describe('a requested name', () => {
  it('is a kind with an id, and an organization', () => {
    expect(parseThings(`user:${id}, crm2.customer_1:a:b@${id.toUpperCase()}`)).toEqual([
      { kind: 'user', id, organizationId: undefined },
      { kind: 'crm2.customer_1', id: 'a:b', organizationId: id },
    ]);
  });

  it('has the source of its kind, of an alias, or of records', () => {
    const source = (more: object) => ({ feature: 'a.view', shownTo: 'all', ...more }) as const;
    const sources: SearchSources = {
      'auth.user': source({ aliases: ['user'] }),
      records: source({ isOfOtherKinds: true }),
    };
    expect(sourceOf(sources, 'auth.user')).toEqual({ source: sources['auth.user'], isOfOtherKinds: false });
    expect(sourceOf(sources, 'user')).toEqual({ source: sources['auth.user'], isOfOtherKinds: false });
    expect(sourceOf(sources, 'constructor')).toEqual({ source: sources.records, isOfOtherKinds: true });
  });

  it('is read in its organization, or in the first selected ones', () => {
    const organizationIds = ['a', 'b', 'c', 'd', 'e'];
    expect(placesOf({ tenantId: 't', organizationIds }, 'e').organizationIds).toEqual(['e']);
    expect(placesOf({ tenantId: 't', organizationIds }, 'x').organizationIds).toEqual([]);
    expect(placesOf({ tenantId: 't', organizationIds }, undefined).organizationIds).toHaveLength(4);
  });
});
