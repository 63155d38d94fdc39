/** What the browser keeps of a list, and times in the chosen zone. */
import { describe, expect, it } from 'vitest';
import {
  listName,
  parseListSettings,
  settingsKey,
  withView,
} from '../../../lib/console/forms/list-settings.ts';
import { firstDirection } from '../../../lib/console/forms/sorting.ts';

describe('what the browser keeps of a list', () => {
  it.each([
    [null, {}],
    ['no JSON', {}],
    ['[]', {}],
    ['null', {}],
    ['{"columns":["Name",1],"pageSize":50}', { columns: ['Name'], pageSize: 50 }],
    ['{"columns":"Name","pageSize":7}', {}],
    [
      '{"views":[{"name":"Failing","search":"state=off","pageSize":100}]}',
      {
        views: [{ name: 'Failing', search: 'state=off', pageSize: 100 }],
      },
    ],
    ['{"views":[{"name":"Failing"},7,null]}', { views: [] }],
  ])('%s is read as far as it is valid', (text, settings) => {
    expect(parseListSettings(text)).toEqual({
      columns: undefined,
      pageSize: undefined,
      views: undefined,
      ...settings,
    });
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

  it('has one view of a name, in the order of names', () => {
    const views = [
      { name: 'Off', search: 'state=off' },
      { name: 'Failing', search: 'state=failing' },
    ];
    expect(withView(views, { name: 'Off', search: 'state=on' })).toEqual([
      { name: 'Failing', search: 'state=failing' },
      { name: 'Off', search: 'state=on' },
    ]);
  });

  it('is the same for the lists on the pages of all things of a kind', () => {
    expect(listName('/jobs/5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10')).toBe('/jobs/:id');
    expect(listName('/webhooks')).toBe('/webhooks');
  });
});

it.each([
  ['createdAt', 'desc'],
  ['name', 'asc'],
] as const)('a list is sorted by %s first in the order %s', (field, direction) => {
  expect(firstDirection(field)).toBe(direction);
});
