import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import {
  effectiveVersion,
  type Settings,
  type StoredState,
} from '../../../shared/modules/integrations/connection.ts';
import type { IntegrationDefinition } from '../../../shared/modules/integrations/definition-contract.ts';
import { assertVersion, changedState, toRow } from '../../../shared/modules/integrations/integration.ts';
import {
  bundles,
  credentialTarget,
  defaultVersion,
  findIntegration,
  integrations,
  needsCredentials,
} from '../../../shared/modules/integrations/registry.ts';

const nowMs = Date.parse('2026-03-01T00:00:00Z');
const definition: IntegrationDefinition = {
  id: 'test',
  title: 'Test',
  apiVersions: [
    { id: '1', label: '1', status: 'deprecated', sunsetAt: '2026-01-01' },
    { id: '2', label: '2', status: 'deprecated', sunsetAt: '2027-01-01' },
    { id: '3', label: '3', status: 'stable', default: true },
  ],
};
const stateOf = (id: string, more: Partial<StoredState> = {}): StoredState => ({
  ...{ id, credentialsRevision: 0, revision: 0, ...more },
});

const settingsOf = (states: Readonly<Record<string, Partial<StoredState>>>): Settings => ({
  state: (id) => stateOf(id, states[id]),
  counts: () => undefined,
});

describe('missing credentials', () => {
  const gateway = findIntegration('gateway_stripe') as IntegrationDefinition;
  const ofBundle = { bundle_stripe: { credentialKeys: ['secretKey'] } };
  const refused = { isEnabled: true, reauthRequired: true };

  it.each([
    ['is disabled', gateway, { gateway_stripe: { isEnabled: false } }, false],
    ['is enabled without any', gateway, { gateway_stripe: { isEnabled: true } }, true],
    ['has those of its bundle', gateway, { gateway_stripe: { isEnabled: true }, ...ofBundle }, false],
    ['has refused ones', gateway, { gateway_stripe: refused, ...ofBundle }, true],
    ['takes none', definition, { test: { isEnabled: true } }, false],
  ])('are reported for an integration that %s', (_, of, states, expected) => {
    expect(toRow(of, settingsOf(states), nowMs).credentialsNeeded).toBe(expected);
  });
});

describe('the registry', () => {
  it('names integrations, bundles and adapters once each', () => {
    const providers = integrations.flatMap(({ providerKey }) => providerKey ?? []);
    for (const names of [[...integrations, ...bundles].map(({ id }) => id), providers])
      expect(new Set(names).size).toBe(names.length);
  });

  it('declares each referenced bundle', () => {
    for (const { bundleId } of integrations)
      if (bundleId !== undefined) expect(bundles.map(({ id }) => id)).toContain(bundleId);
  });

  it('uses own credentials for integrations with fields, and otherwise those of the bundle', () => {
    const gateway = findIntegration('gateway_stripe') as IntegrationDefinition;
    const bundle = { readFrom: ['bundle_stripe'], writeTo: 'bundle_stripe' };
    expect(credentialTarget(gateway)).toMatchObject(bundle);
    const own = { ...gateway, credentials: { fields: [{ key: 'k', label: 'K', type: 'text' as const }] } };
    const both = { readFrom: ['gateway_stripe', 'bundle_stripe'], writeTo: 'gateway_stripe' };
    expect(credentialTarget(own)).toMatchObject(both);
    expect(needsCredentials(gateway)).toBe(true);
    expect(needsCredentials(findIntegration('webhook_custom') as IntegrationDefinition)).toBe(false);
  });
});

describe('a version', () => {
  it.each(['2', '3'])('%s can be selected', (version) => {
    expect(() => assertVersion(definition, version, nowMs)).not.toThrow();
  });

  it('cannot be selected after its sunset, or if it is not declared', () => {
    for (const version of ['1', '4'])
      expect(() => assertVersion(definition, version, nowMs)).toThrow(InvalidInputError);
  });

  it('is the default until one is selected, and again if that is no longer declared', () => {
    expect(defaultVersion(definition)).toBe('3');
    expect(defaultVersion({ apiVersions: definition.apiVersions?.slice(0, 2) })).toBe('1');
    expect(effectiveVersion(definition, stateOf('test'))).toBe('3');
    expect(effectiveVersion(definition, stateOf('test', { apiVersion: '2' }))).toBe('2');
    expect(effectiveVersion(definition, stateOf('test', { apiVersion: 'gone' }))).toBe('3');
    expect(effectiveVersion({ id: 'a', title: 'A' }, stateOf('a'))).toBeNull();
  });
});

describe('enabledAt', () => {
  const byDefault = { ...definition, defaultState: { isEnabled: true } };
  it.each<[Partial<StoredState>, boolean]>([
    [{}, false],
    [{ isEnabled: false }, true],
  ])(
    'of an integration that is enabled by default changes only if it is enabled again: %j',
    (before, isStamped) => {
      const changed = changedState(byDefault, stateOf('test', before), { isEnabled: true }, nowMs);
      expect(changed.enabledAtMs).toBe(isStamped ? nowMs : undefined);
    },
  );
});

it('the last health is not shown without the credentials that were checked', () => {
  const http = findIntegration('sync_http_json') as IntegrationDefinition;
  const health = { lastHealthStatus: 'healthy', lastHealthCheckedAtMs: nowMs } as const;
  const settings = (credentialKeys: string[], credentialsUpdatedAtMs = nowMs) =>
    settingsOf({ [http.id]: { ...health, credentialKeys, credentialsUpdatedAtMs } });
  expect(toRow(http, settings(['token']), nowMs).healthStatus).toBe('healthy');
  expect(toRow(http, settings([]), nowMs).healthStatus).toBe('unconfigured');
  expect(toRow(http, settings(['token'], nowMs + 1), nowMs).healthStatus).toBe('unconfigured');
});
