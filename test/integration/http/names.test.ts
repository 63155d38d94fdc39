/** Names that are unique are compared as people see them. */
import { expect, it } from 'vitest';
import { aFullRule, rulesPath } from '../../support/builders/rules.ts';
import { aTenant } from '../../support/builders/tenants.ts';

const same: [string, string][] = [
  ['Straße', 'STRASSE'],
  ['Caf\u00e9', 'cafe\u0301'],
  ['Buyers', 'Ｂuy\u200bers'],
  ['Two words', ' two  WORDS '],
];

const places: [string, string, (name: string) => Record<string, unknown>][] = [
  ['a role', '/api/auth/roles', (name) => ({ name })],
  ['a rule', rulesPath, (ruleId) => ({ ...aFullRule(), ruleId })],
  ['a rule set', '/api/business_rules/sets', (setId) => ({ setId, setName: 'Checks' })],
];

it.each(places)('%s cannot have the name of another one', async (_, path, bodyOf) => {
  const { api } = await aTenant();
  for (const [first, second] of same) {
    expect([first, (await api.post(path, { body: bodyOf(first) })).status]).toEqual([first, 201]);
    expect([second, (await api.post(path, { body: bodyOf(second) })).status]).toEqual([second, 409]);
  }
});
