import { bodyOf, continued, madeBy, type Need, sample, sampleAfter } from '../../kernel/samples/sample.ts';
import * as bulkContract from './bulk-contract.ts';
import * as checkContract from './check-contract.ts';
import type { ToggleType } from './evaluation/toggle-types.ts';
import * as ofrepContract from './ofrep/ofrep-contract.ts';
import * as overrideContract from './override-contract.ts';
import * as segmentContract from './segment-contract.ts';
import * as targetingContract from './targeting-contract.ts';
import * as toggleContract from './toggle-contract.ts';
import * as usageContract from './usage-contract.ts';

const defaults: Readonly<Record<ToggleType, { identifier: string; value: unknown; own: unknown }>> = {
  boolean: { identifier: 'new_checkout', value: false, own: true },
  string: { identifier: 'banner_text', value: 'Spring sale', own: 'Summer sale' },
  number: { identifier: 'order_limit', value: 2_500, own: 5_000 },
  json: { identifier: 'support', value: { email: 'help@example.com' }, own: { email: 'vip@example.com' } },
};

const creation = (type: ToggleType) => {
  const { identifier, value } = defaults[type];
  return sample(toggleContract.createToggle, {
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
const toggleOf = (type: ToggleType) =>
  madeBy(creation(type), ({ id }, request) => ({
    id: String(id),
    identifier: String(bodyOf(request).identifier),
  }));

/** A toggle that the caller's tenant overrides. */
const overridden = (type: ToggleType): Need<{ id: string; identifier: string }> =>
  continued(toggleOf(type), (client, { id }) =>
    client.call(overrideContract.setOverride, {
      body: { toggleId: id, isOverride: true, overrideValue: defaults[type].own },
    }),
  );
const [toggle, toggleWithOverride] = [toggleOf('boolean'), overridden('boolean')];

const check = (type: ToggleType, endpoint: Parameters<typeof sample>[0]) =>
  sampleAfter(overridden(type), endpoint, { request: ({ identifier }) => ({ query: { identifier } }) });

const rule = {
  name: 'Beta testers',
  condition: { field: 'user.roles', operator: 'CONTAINS', value: 'beta' },
  percentage: 10,
  value: true,
};
const segmentCreation = sample(segmentContract.createSegment, {
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
  sampleAfter(toggle, targetingContract.getTargeting, { request: ({ id }) => ({ params: { id } }) }),
  sampleAfter(toggle, targetingContract.setTargeting, {
    request: ({ id }) => ({ params: { id }, body: { rules: [rule], owner: 'team-checkout' } }),
    events: ['feature_toggles.toggle.updated'],
  }),
  sampleAfter(toggleWithOverride, targetingContract.getOverrideTargeting, {
    request: ({ id }) => ({ params: { id } }),
  }),
  sampleAfter(toggleWithOverride, targetingContract.setOverrideTargeting, {
    request: ({ id }) => ({ params: { id }, body: { rules: [rule] } }),
    events: ['feature_toggles.override.updated'],
  }),
  sampleAfter(toggle, targetingContract.evaluateInPlayground, {
    request: ({ identifier }) => ({
      body: { identifier, context: { targetingKey: 'user-123', user: { roles: ['beta'] } } },
    }),
    withoutEvents: 'It reads: the context is in the body.',
  }),
  sampleAfter(toggle, ofrepContract.evaluateFlag, {
    request: ({ identifier }) => ({
      params: { key: identifier },
      body: { context: { targetingKey: 'user-123' } },
    }),
    withoutEvents: 'It reads: the context is in the body.',
  }),
  sample(ofrepContract.evaluateFlags, {
    request: () => ({ body: { context: { targetingKey: 'user-123' } } }),
    withoutEvents: 'It reads: the context is in the body.',
  }),
  sample(ofrepContract.streamToggleChanges),
  sample(segmentContract.listSegments),
  segmentCreation,
  sampleAfter(segment, segmentContract.updateSegment, {
    request: ({ id }) => ({ body: { id, description: 'Everyone with a plan.' } }),
    events: ['feature_toggles.segment.updated'],
  }),
  sampleAfter(segment, segmentContract.deleteSegment, {
    request: ({ id }) => ({ body: { id } }),
    events: ['feature_toggles.segment.deleted'],
  }),
  sample(usageContract.listVisibleToggles),
  sampleAfter(toggle, usageContract.getToggleUsage, { request: ({ id }) => ({ params: { id } }) }),
  check('boolean', checkContract.checkBooleanToggle),
  check('string', checkContract.checkStringToggle),
  check('number', checkContract.checkNumberToggle),
  check('json', checkContract.checkJsonToggle),
  sampleAfter(toggleWithOverride, overrideContract.getOverride, {
    request: ({ id }) => ({ params: { id } }),
  }),
  sample(overrideContract.listOverrides),
  sampleAfter(toggle, overrideContract.setOverride, {
    request: ({ id }) => ({ body: { toggleId: id, isOverride: true, overrideValue: true } }),
    events: ['feature_toggles.override.created'],
  }),
  sampleAfter(toggleWithOverride, overrideContract.setOverride, {
    variant: 'which changes a value',
    request: ({ id }) => ({ body: { toggleId: id, isOverride: true, overrideValue: false } }),
    events: ['feature_toggles.override.updated'],
  }),
  sampleAfter(toggleWithOverride, overrideContract.setOverride, {
    variant: 'which removes a value',
    request: ({ id }) => ({ body: { toggleId: id, isOverride: false } }),
    events: ['feature_toggles.override.deleted'],
  }),
  sample(toggleContract.listToggles),
  sampleAfter(toggle, toggleContract.getToggle, { request: ({ id }) => ({ params: { id } }) }),
  creation('boolean'),
  sampleAfter(toggle, toggleContract.updateToggle, {
    request: ({ id }) => ({ body: { id, defaultValue: true } }),
    events: ['feature_toggles.toggle.updated'],
  }),
  sampleAfter(toggle, toggleContract.deleteToggle, {
    request: ({ id }) => ({ body: { id } }),
    events: ['feature_toggles.toggle.deleted'],
  }),
  sampleAfter(toggle, bulkContract.bulkUpdateToggles, {
    request: ({ id }) => ({ body: { ids: [id], defaultValue: true } }),
    events: ['feature_toggles.toggle.updated'],
  }),
  sampleAfter(toggle, bulkContract.bulkDeleteToggles, {
    request: ({ id }) => ({ body: { ids: [id] } }),
    events: ['feature_toggles.toggle.deleted'],
  }),
];
