import { describe, expect, it } from 'vitest';
import { listName, parseListSettings, settingsKey } from '../../../lib/console/forms/list-settings.ts';
import { firstDirection } from '../../../lib/console/forms/sorting.ts';
import { withoutView, withView } from '../../../lib/console/lists/views.ts';

describe('what the browser keeps of a list', () => {
  it.each([
    [null, {}],
    ['no JSON', {}],
    ['[]', {}],
    ['null', {}],
    ['{"columns":["Name",1],"pageSize":50}', { columns: ['Name'], pageSize: 50 }],
    ['{"columns":"Name","pageSize":7}', {}],
  ])('%s is read as far as it is valid', (text, settings) => {
    expect(parseListSettings(text)).toEqual({ columns: undefined, pageSize: undefined, ...settings });
  });

  it('is kept for each caller, tenant and list', () => {
    const keys = [
      settingsKey('ada', 'acme', '/webhooks'),
      settingsKey('bob', 'acme', '/webhooks'),
      settingsKey('ada', 'other', '/webhooks'),
      settingsKey('ada', undefined, '/webhooks'),
      settingsKey('ada', 'acme', '/jobs'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is the same for the lists on the pages of all things of a kind', () => {
    expect(listName('/jobs/5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10')).toBe('/jobs/:id');
    expect(listName('/webhooks')).toBe('/webhooks');
  });
});

it('a list has one view of a name, in the order of names', () => {
  const view = (list: string, name: string, search: string) => ({ list, name, search });
  const views = [view('/webhooks', 'Off', 'state=off'), view('/jobs', 'Off', '')];
  const saved = withView(views, view('/webhooks', 'Failing', 'state=failing'));
  expect(saved.map(({ name }) => name)).toEqual(['Failing', 'Off', 'Off']);
  expect(withView(saved, view('/webhooks', 'Off', 'state=on'))).toEqual([
    view('/webhooks', 'Failing', 'state=failing'),
    view('/jobs', 'Off', ''),
    view('/webhooks', 'Off', 'state=on'),
  ]);
  expect(withoutView(views, { list: '/jobs', name: 'Off' })).toEqual([view('/webhooks', 'Off', 'state=off')]);
});

it.each([
  ['createdAt', 'desc'],
  ['name', 'asc'],
] as const)('a list is sorted by %s first in the order %s', (field, direction) => {
  expect(firstDirection(field)).toBe(direction);
});
