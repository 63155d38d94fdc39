import { describe, expect, it } from 'vitest';
import type { Toggle } from '../../../shared/modules/toggles/toggle-contract.ts';
import {
  aSuperAdmin,
  assertToggleWhole,
  aToggle,
  globalPath,
  togglePath,
} from '../../support/builders/toggles.ts';
import { successfulCallsOf } from '../../support/clients/api.ts';

const post = async (body: unknown) => (await aSuperAdmin()).api.post(globalPath, { body });
const time = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}\+00$/;

describe('POST /global', () => {
  it('returns 201 with only the id, and stores the toggle as sent', async () => {
    const { api } = await aSuperAdmin();
    const body = aToggle({ description: 'Why', category: 'sales', defaultValue: true });
    const created = await api.post<{ id: string }>(globalPath, { body });
    expect(created.status).toBe(201);
    expect(Object.keys(created.body)).toEqual(['id']);
    const { status, body: toggle } = await api.get<Toggle>(togglePath(created.body.id));
    expect(status).toBe(200);
    expect(toggle).toEqual({
      id: created.body.id,
      ...body,
      created_at: expect.stringMatching(time),
      updated_at: toggle.created_at,
    });
    const ageMs = Date.now() - Date.parse(toggle.created_at.replace(' ', 'T').replace('+00', 'Z'));
    expect(Math.abs(ageMs)).toBeLessThan(60_000);
    await assertToggleWhole(toggle);
  });

  it('sets description, category and default to null by default', async () => {
    const { api } = await aSuperAdmin();
    const { defaultValue, ...body } = aToggle();
    const created = await api.post<{ id: string }>(globalPath, { body });
    const { body: toggle } = await api.get(togglePath(created.body.id));
    expect(toggle).toMatchObject({ description: null, category: null, defaultValue: null });
  });

  it.each<[string, unknown]>([
    ['boolean', true],
    ['string', ''],
    ['string', '5'],
    ['number', 0],
    ['number', -2.5e-7],
    ['json', { a: [1, { b: null }], c: 'ü😀' }],
    ['json', [1, 'two']],
    ['json', 'scalar'],
    ['json', false],
    ['boolean', null],
    ['string', null],
    ['number', null],
    ['json', null],
  ])('keeps a default of type %s: %j', async (type, defaultValue) => {
    const { api } = await aSuperAdmin();
    const created = await api.post<{ id: string }>(globalPath, { body: aToggle({ type, defaultValue }) });
    expect(created.status).toBe(201);
    expect((await api.get(togglePath(created.body.id))).body).toMatchObject({ type, defaultValue });
  });

  it.each<[string, unknown, string]>([
    ['boolean', 'true', 'must be a boolean or null'],
    ['boolean', 1, 'must be a boolean or null'],
    ['string', 5, 'must be a string or null'],
    ['string', ['a'], 'must be a string or null'],
    ['number', '5', 'must be a number or null'],
    ['number', true, 'must be a number or null'],
    ['number', {}, 'must be a number or null'],
    ['json', 'x'.repeat(24_576), 'must have at most 24576 bytes as JSON'],
  ])('returns 400 for type %s with another default', async (type, defaultValue, message) => {
    const { status, body } = await post(aToggle({ type, defaultValue }));
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        error: expect.any(String),
        code: 'invalid_input',
        details: [{ field: 'defaultValue', message }],
      },
    });
  });

  it('returns 400 for a number that is too large for a double', async () => {
    const { identifier, name } = aToggle();
    const { api } = await aSuperAdmin();
    const text = `{"identifier":"${identifier}","name":"${name}","type":"number","defaultValue":1e999}`;
    expect(
      (await api.post(globalPath, { body: text, headers: { 'content-type': 'application/json' } })).status,
    ).toBe(400);
  });

  it.each([
    'Upper',
    'with space',
    'with-dash',
    'with.dot',
    'slash/ed',
    'ümlaut',
    'line\n',
    '',
    'x'.repeat(151),
    5,
    null,
    undefined,
  ])('returns 400 for the identifier %j', async (identifier) => {
    const { status, body } = await post(aToggle({ identifier }));
    expect(status).toBe(400);
    expect(body.details).toEqual([{ field: 'identifier', message: expect.any(String) }]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ name: undefined }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ type: undefined }, 'type'],
    [{ type: 'bool' }, 'type'],
    [{ description: 5 }, 'description'],
    [{ category: {} }, 'category'],
  ])('returns 400 for %j, naming the field', async (more, field) => {
    const { status, body } = await post(aToggle(more));
    expect(status).toBe(400);
    expect(body.details).toEqual([{ field, message: expect.any(String) }]);
  });

  it('takes two DynamoDB requests in all', async () => {
    const calls = await successfulCallsOf(await post(aToggle()));
    expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'TransactWriteItems']);
  });
});
