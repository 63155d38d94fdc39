import * as z from 'zod/mini';
import { field, flag, id, resourceData, resourceEvents, text } from '../../kernel/events/definition.ts';

const toggle = resourceData('toggle', 'platform', {
  identifier: text('What checks ask for.', 'new_checkout'),
  name: text('Name of the toggle.', 'New checkout'),
  type: text('`boolean`, `string`, `number` or `json`.', 'boolean'),
  defaultValue: field(z.unknown(), 'What holds where no tenant has a value of its own.', false),
});

const override = resourceData('override', 'tenant', {
  toggleId: id('Id of the toggle.'),
  identifier: text('What checks ask for.', 'new_checkout'),
  isOverride: flag('Whether the tenant has a value of its own now.', true),
  value: field(z.unknown(), 'What holds in the tenant now.', true),
});

const segment = resourceData('segment', 'tenant', {
  name: text('Name of the segment.', 'Paying customers'),
  isGlobal: flag('Whether it belongs to the deployment; its events name no tenant then.', false),
});

export const events = [
  ...resourceEvents('feature_toggles.toggle', toggle, {
    created: 'A feature toggle was created.',
    updated: 'A feature toggle was changed.',
    deleted: 'A feature toggle was deleted.',
  }),
  ...resourceEvents('feature_toggles.override', override, {
    created: 'A tenant was given a value of its own for a feature toggle.',
    updated: 'A tenant’s own value of a feature toggle was changed.',
    deleted: 'A tenant’s own value of a feature toggle was taken away.',
  }),
  ...resourceEvents('feature_toggles.segment', segment, {
    created: 'A segment was created.',
    updated: 'A segment was changed.',
    deleted: 'A segment was deleted.',
  }),
];
