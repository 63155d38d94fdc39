import { describe, expect, it } from 'vitest';
import type { Toggle } from '../../../shared/modules/toggles/toggle-contract.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  assertToggleWhole,
  globalPath,
  togglePath,
} from '../../support/builders/toggles.ts';

const put = ({ api }: TestCaller, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  api.put(globalPath, { body, headers });
const read = ({ api }: TestCaller, id: string) => api.get<Toggle>(togglePath(id));

describe('PUT /global', () => {
  it('accepts one of parallel writers; without it all, and the toggle stays consistent', async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    const etag = String((await read(admin, id)).headers.get('etag'));
    const all = (headers: Record<string, string>) =>
      Promise.all(
        Array.from(
          { length: 6 },
          async (_, index) => (await put(admin, { id, name: `n${index}` }, headers)).status,
        ),
      );
    expect((await all({ 'if-match': etag })).toSorted()).toEqual([200, ...Array(5).fill(412)]);
    expect(await all({})).toEqual(Array(6).fill(200));
    await assertToggleWhole((await read(admin, id)).body);
  });

  it('is assigned to exactly one of parallel renames', async () => {
    const admin = await aSuperAdmin();
    const toggles = await Promise.all(Array.from({ length: 5 }, () => aStoredToggle(admin)));
    const identifier = anIdentifier();
    const answers = await Promise.all(toggles.map(({ id }) => put(admin, { id, identifier })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(4).fill(409)]);
    for (const { id } of toggles) await assertToggleWhole((await read(admin, id)).body);
  });
});
