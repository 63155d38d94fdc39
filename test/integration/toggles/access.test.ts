import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import {
  aStoredToggle,
  aSuperAdmin,
  aToggle,
  check,
  globalPath,
  overridePath,
  overridesPath,
  togglePath,
} from '../../support/builders/toggles.ts';
import { type Api, send, type TestResponse } from '../../support/clients/api.ts';

const endpoints: [
  string,
  (api: Pick<Api, 'get' | 'post' | 'put' | 'delete'>, id: string) => Promise<TestResponse>,
][] = [
  ['list', (api) => api.get(globalPath)],
  ['read', (api, id) => api.get(togglePath(id))],
  ['create', (api) => api.post(globalPath, { body: aToggle() })],
  ['change', (api, id) => api.put(globalPath, { body: { id, defaultValue: true } })],
  ['delete', (api, id) => api.delete(globalPath, { body: { id } })],
  ['read the override of', (api, id) => api.get(overridePath(id))],
  ['list the overrides of', (api) => api.get(overridesPath)],
  [
    'override',
    (api, toggleId) => api.put(overridesPath, { body: { toggleId, isOverride: true, overrideValue: true } }),
  ],
];

describe.each(endpoints)('access to %s toggles', (_, request) => {
  it('needs a super admin, with any features', async () => {
    const admin = await aSuperAdmin();
    const toggle = await aStoredToggle(admin);
    for (const features of [['*'], ['feature_toggles.*'], []]) {
      const { api } = await aTenant({ features });
      for (const id of [toggle.id, randomUUID(), 'no-uuid']) {
        expect(await request(api, id)).toMatchObject({
          status: 403,
          body: {
            error: expect.any(String),
            required: ['super_admin'],
            requiredFeatures: ['super_admin'],
          },
        });
      }
    }
    expect((await admin.api.get(togglePath(toggle.id))).body).toEqual(toggle);
    expect((await check(admin, 'boolean', toggle.identifier)).body).toMatchObject({ source: 'default' });
    expect((await request(admin.api, toggle.id)).status).toBeLessThan(300);
  });

  it('needs credentials', async () => {
    const open = (method: string) => (path: string, options?: object) => send(method, path, options);
    const anonymous = {
      get: open('GET'),
      post: open('POST'),
      put: open('PUT'),
      delete: open('DELETE'),
    } as Pick<Api, 'get' | 'post' | 'put' | 'delete'>;
    expect((await request(anonymous, randomUUID())).status).toBe(401);
  });
});
