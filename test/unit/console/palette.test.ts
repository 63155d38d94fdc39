import { describe, expect, it } from 'vitest';
import {
  foundGroups,
  matching,
  otherScope,
  ownGroups,
  recentGroup,
} from '../../../lib/console/palette/entries.ts';
import { type RecentThing, withThing } from '../../../lib/console/palette/recent.ts';

const id = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
const all = () => true;

describe('the palette', () => {
  it('offers what the caller may see and do', () => {
    const pages = [
      { path: 'rules/log', needs: ['business_rules.logs.view'] },
      { path: 'webhooks/new', needs: ['webhooks.view', 'webhooks.manage'] },
    ];
    const titlesFor = (meets: (need: unknown) => boolean) =>
      ownGroups([{ at: 'webhooks', title: 'Webhooks' }], pages, meets).map(({ entries }) =>
        entries.map(({ title }) => title),
      );
    expect(titlesFor(all)).toEqual([['Webhooks', 'Rule log'], ['Create a webhook']]);
    expect(titlesFor((need) => need !== 'webhooks.manage')).toEqual([['Webhooks', 'Rule log'], []]);
    const withoutLogs = titlesFor((need) => need !== 'business_rules.logs.view');
    expect(withoutLogs).toEqual([['Webhooks'], ['Create a webhook']]);
  });

  it('shows found things by their kind, of pages that the caller may see', () => {
    const thing = (kind: string, name: string) => ({ kind, id, name, detail: null, organizationId: 'o' });
    const found = [thing('webhook', 'Orders'), thing('user', 'Ada'), thing('cause', 'x')];
    const known = {
      titleOfKind: (kind: string) => `A ${kind}`,
      pageOfThing: (kind: string) =>
        kind === 'cause' ? undefined : { path: `/${kind}s/${id}`, needs: [`${kind}s.view`] },
    };
    expect(foundGroups(found, known, all).map(({ title, entries }) => [title, entries[0]?.path])).toEqual([
      ['A webhook', `/webhooks/${id}`],
      ['A user', `/users/${id}`],
    ]);
    const visible = foundGroups(found, known, (need) => need !== 'webhooks.view');
    expect(visible.map(({ title }) => title)).toEqual(['A user']);
  });

  it('matches each word, and leaves out groups without a match', () => {
    const groups = [
      { title: 'Pages', entries: [{ key: '1', title: 'Rule log', path: '/rules/log' }] },
      { title: 'Actions', entries: [{ key: '2', title: 'Create a rule', path: '/rules/new' }] },
    ];
    expect(matching(groups, 'LOG rule').map(({ title }) => title)).toEqual(['Pages']);
    expect(matching(groups, '')).toEqual(groups);
  });

  it.each([
    [{ organizationId: 'o' }, 'o', undefined],
    [{ organizationId: 'p' }, 'o', { tenantId: 't', organizationId: 'p' }],
    [{ organizationId: 'p' }, '__all__', undefined],
    [{}, 'o', undefined],
    [{ tenantId: 'u', organizationId: 'p' }, '__all__', { tenantId: 'u', organizationId: 'p' }],
  ])('opens %j from the organization %s in %j', (where, organizationId, expected) => {
    const entry = { key: 'k', title: 'Orders', path: '/webhooks/w', ...where };
    expect(otherScope(entry, { tenantId: 't', organizationId })).toEqual(expected);
  });

  it('keeps the last things that were opened, each once, and shows those of other tenants to super admins', () => {
    const thing = (path: string, tenantId = 't'): RecentThing => ({
      ...{ title: path, detail: 'Rules', path, tenantId },
    });
    const many = Array.from({ length: 9 }, (_, index) => thing(`/rules/${index}`));
    const kept = many.reduce<RecentThing[]>((things, one) => withThing(things, one), []);
    expect(kept.map(({ path }) => path)).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((index) => `/rules/${index}`));
    expect(withThing(kept, thing('/rules/3'))).toHaveLength(8);
    const both = [thing('/a'), thing('/b', 'other')];
    const scope = { tenantId: 't', organizationId: 'o' };
    expect(recentGroup(both, scope, false).entries.map(({ path }) => path)).toEqual(['/a']);
    expect(recentGroup(both, scope, true).entries).toHaveLength(2);
  });
});
