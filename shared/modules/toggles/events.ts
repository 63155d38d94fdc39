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
  ...resourceEvents(toggle, {
    'feature_toggles.toggle.created': 'A feature toggle was created.',
    'feature_toggles.toggle.updated': 'A feature toggle was changed.',
    'feature_toggles.toggle.deleted': 'A feature toggle was deleted.',
  }),
  ...resourceEvents(override, {
    'feature_toggles.override.created': 'A tenant was given a value of its own for a feature toggle.',
    'feature_toggles.override.updated': 'A tenant’s own value of a feature toggle was changed.',
    'feature_toggles.override.deleted': 'A tenant’s own value of a feature toggle was taken away.',
  }),
  ...resourceEvents(segment, {
    'feature_toggles.segment.created': 'A segment was created.',
    'feature_toggles.segment.updated': 'A segment was changed.',
    'feature_toggles.segment.deleted': 'A segment was deleted.',
  }),
];
