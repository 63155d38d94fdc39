import { bodyOf, continued, madeBy, type Need, sample, sampleAfter } from '../../kernel/samples/sample.ts';
import * as contract from './contract.ts';

const defaults: Readonly<Record<contract.ToggleType, { identifier: string; value: unknown; own: unknown }>> =
  {
    boolean: { identifier: 'new_checkout', value: false, own: true },
    string: { identifier: 'banner_text', value: 'Spring sale', own: 'Summer sale' },
    number: { identifier: 'order_limit', value: 2_500, own: 5_000 },
    json: { identifier: 'support', value: { email: 'help@example.com' }, own: { email: 'vip@example.com' } },
  };

const creation = (type: contract.ToggleType) => {
  const { identifier, value } = defaults[type];
  return sample(contract.createToggle, {
    request: (unique) => ({
      body: {
        identifier: unique(identifier),
        name: 'New checkout',
        type,
        category: 'sales',
        defaultValue: value,
      },
    }),
    events: ['feature_toggles.toggle.created'],
  });
};
const toggleOf = (type: contract.ToggleType) =>
  madeBy(creation(type), ({ id }, request) => ({
    id: String(id),
    identifier: String(bodyOf(request).identifier),
  }));

/** A toggle with a value of the caller's tenant. */
const overridden = (type: contract.ToggleType): Need<{ id: string; identifier: string }> =>
  continued(toggleOf(type), (client, { id }) =>
    client.call(contract.setOverride, {
      body: { toggleId: id, isOverride: true, overrideValue: defaults[type].own },
    }),
  );
const [toggle, toggleWithOverride] = [toggleOf('boolean'), overridden('boolean')];

const check = (type: contract.ToggleType, endpoint: Parameters<typeof sample>[0]) =>
  sampleAfter(overridden(type), endpoint, { request: ({ identifier }) => ({ query: { identifier } }) });

const rule = {
  name: 'Beta testers',
  condition: { field: 'user.roles', operator: 'CONTAINS', value: 'beta' },
  percentage: 10,
  value: true,
};
const segmentCreation = sample(contract.createSegment, {
  request: (unique) => ({
    body: {
      name: unique('Paying customers'),
      condition: { field: 'user.plan', operator: 'IN', value: ['pro', 'enterprise'] },
    },
  }),
  events: ['feature_toggles.segment.created'],
});
const segment = madeBy(segmentCreation, ({ id }) => ({ id: String(id) }));

export const toggleSamples = [
  sampleAfter(toggle, contract.getTargeting, { request: ({ id }) => ({ params: { id } }) }),
  sampleAfter(toggle, contract.setTargeting, {
    request: ({ id }) => ({ params: { id }, body: { rules: [rule], owner: 'team-checkout' } }),
    events: ['feature_toggles.toggle.updated'],
  }),
  sampleAfter(toggleWithOverride, contract.getOverrideTargeting, {
    request: ({ id }) => ({ params: { id } }),
  }),
  sampleAfter(toggleWithOverride, contract.setOverrideTargeting, {
    request: ({ id }) => ({ params: { id }, body: { rules: [rule] } }),
    events: ['feature_toggles.override.updated'],
  }),
  sampleAfter(toggle, contract.evaluateInPlayground, {
    request: ({ identifier }) => ({
      body: { identifier, context: { targetingKey: 'user-123', user: { roles: ['beta'] } } },
    }),
    withoutEvents: 'It reads: the context is in the body.',
  }),
  sampleAfter(toggle, contract.evaluateFlag, {
    request: ({ identifier }) => ({
      params: { key: identifier },
      body: { context: { targetingKey: 'user-123' } },
    }),
    withoutEvents: 'It reads: the context is in the body.',
  }),
  sample(contract.evaluateFlags, {
    request: () => ({ body: { context: { targetingKey: 'user-123' } } }),
    withoutEvents: 'It reads: the context is in the body.',
  }),
  sample(contract.streamToggleChanges),
  sample(contract.listSegments),
  segmentCreation,
  sampleAfter(segment, contract.updateSegment, {
    request: ({ id }) => ({ body: { id, description: 'Everyone with a plan.' } }),
    events: ['feature_toggles.segment.updated'],
  }),
  sampleAfter(segment, contract.deleteSegment, {
    request: ({ id }) => ({ body: { id } }),
    events: ['feature_toggles.segment.deleted'],
  }),
  sample(contract.listVisibleToggles),
  sampleAfter(toggle, contract.getToggleUsage, { request: ({ id }) => ({ params: { id } }) }),
  check('boolean', contract.checkBooleanToggle),
  check('string', contract.checkStringToggle),
  check('number', contract.checkNumberToggle),
  check('json', contract.checkJsonToggle),
  sampleAfter(toggleWithOverride, contract.checkToggles, {
    request: ({ identifier }) => ({ body: { identifiers: [identifier, 'banner_text'] } }),
    withoutEvents: 'It reads: the identifiers to check are in the body.',
  }),
  sampleAfter(toggleWithOverride, contract.getOverride, { request: ({ id }) => ({ params: { id } }) }),
  sample(contract.listOverrides),
  sampleAfter(toggle, contract.setOverride, {
    request: ({ id }) => ({ body: { toggleId: id, isOverride: true, overrideValue: true } }),
    events: ['feature_toggles.override.created'],
  }),
  sampleAfter(toggleWithOverride, contract.setOverride, {
    variant: 'which changes one',
    request: ({ id }) => ({ body: { toggleId: id, isOverride: true, overrideValue: false } }),
    events: ['feature_toggles.override.updated'],
  }),
  sampleAfter(toggleWithOverride, contract.setOverride, {
    variant: 'which takes one away',
    request: ({ id }) => ({ body: { toggleId: id, isOverride: false } }),
    events: ['feature_toggles.override.deleted'],
  }),
  sample(contract.listToggles),
  sampleAfter(toggle, contract.getToggle, { request: ({ id }) => ({ params: { id } }) }),
  creation('boolean'),
  sampleAfter(toggle, contract.updateToggle, {
    request: ({ id }) => ({ body: { id, defaultValue: true } }),
    events: ['feature_toggles.toggle.updated'],
  }),
  sampleAfter(toggle, contract.deleteToggle, {
    request: ({ id }) => ({ body: { id } }),
    events: ['feature_toggles.toggle.deleted'],
  }),
  sampleAfter(toggle, contract.bulkUpdateToggles, {
    request: ({ id }) => ({ body: { ids: [id], defaultValue: true } }),
    events: ['feature_toggles.toggle.updated'],
  }),
  sampleAfter(toggle, contract.bulkDeleteToggles, {
    request: ({ id }) => ({ body: { ids: [id] } }),
    events: ['feature_toggles.toggle.deleted'],
  }),
];
