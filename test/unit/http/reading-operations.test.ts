import { expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { ReadOnlyError } from '../../../shared/kernel/errors/errors.ts';
import { requireFeature } from '../../../shared/kernel/http/authentication/require-feature.ts';
import { isReading } from '../../../shared/kernel/http/endpoint-spec.ts';
import { documentedErrors } from '../../../shared/kernel/modules/documented-errors.ts';

/** Operations that change nothing although they are no GET; the rest of POST, PUT, PATCH and DELETE changes something. */
const readingPosts = [
  ...['checkFeatures', 'evaluateExpression', 'evaluateFlag', 'evaluateFlags', 'evaluateInPlayground'],
  ...['previewEmail', 'previewSyncImport', 'serveMcp', 'validateRule', 'validateSyncConnection'],
];

it('reading operations that are no GET are named here', () => {
  const found = endpoints.filter((endpoint) => endpoint.method !== 'GET' && isReading(endpoint));
  expect(found.map(({ operationId }) => operationId).toSorted()).toEqual(readingPosts);
});

const principal = {
  ...{ subject: 'api_key:k', tenantId: 't', organizationId: 'o', organizationIds: null },
  ...{ features: ['*'], isSuperAdmin: true },
};
const call = (endpoint: (typeof endpoints)[number], readOnly: boolean) => () =>
  Reflect.apply(requireFeature(endpoint).before ?? (() => {}), undefined, [
    { internal: { principal: { ...principal, ...(readOnly && { readOnly: true }) } } },
  ]);

it.each(endpoints.filter(({ auth }) => auth !== 'none'))(
  'a read-only key may call $operationId if it reads',
  (endpoint) => {
    const reads = endpoint.method === 'GET' || readingPosts.includes(endpoint.operationId);
    expect(call(endpoint, false)).not.toThrow();
    if (reads) expect(call(endpoint, true)).not.toThrow();
    else expect(call(endpoint, true)).toThrow(ReadOnlyError);
    expect(documentedErrors(endpoint).includes('read_only')).toBe(!reads);
  },
);
