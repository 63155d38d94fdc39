import { expect, it } from 'vitest';
import { confinedTo } from '../../../shared/kernel/auth/run-as.ts';

const scope = { tenantId: 't', organizationId: 'o' };
const key = { subject: 'api_key:k', ...scope, organizationIds: null, features: ['*'], isSuperAdmin: false };

it.each([
  ['runs with the rights of a key', {}, true],
  ['does not run as a read-only key', { readOnly: true as const }, false],
  ['does not run as a read-only super administrator', { readOnly: true as const, isSuperAdmin: true }, false],
  ['does not run as a key of another tenant', { tenantId: 'other' }, false],
])('work %s', (_, more, runs) => {
  expect(confinedTo(scope, { ...key, ...more }) !== undefined).toBe(runs);
});
