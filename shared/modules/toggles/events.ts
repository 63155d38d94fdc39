import * as z from 'zod/mini';
import { field, flag, id, resourceData, resourceEvents, text } from '../../kernel/events/definition.ts';

const toggle = resourceData('toggle', 'platform', {
  identifier: text('Identifier of the toggle in checks.', 'new_checkout'),
  name: text('Name of the toggle.', 'New checkout'),
  type: text('Type: `boolean`, `string`, `number` or `json`.', 'boolean'),
  defaultValue: field(z.unknown(), 'Value for tenants that do not override it.', false),
});

const override = resourceData('override', 'tenant', {
  toggleId: id('Id of the toggle.'),
  identifier: text('Identifier of the toggle in checks.', 'new_checkout'),
  isOverride: flag('Whether the tenant has its own value after the change.', true),
  value: field(z.unknown(), 'Effective value in the tenant after the change.', true),
});

const segment = resourceData('segment', 'tenant', {
  name: text('Name of the segment.', 'Paying customers'),
  isGlobal: flag('Whether the segment is global. Its events have no tenant then.', false),
});

export const events = [
  ...resourceEvents(toggle, {
    'feature_toggles.toggle.created': 'A feature toggle was created.',
    'feature_toggles.toggle.updated': 'A feature toggle was changed.',
    'feature_toggles.toggle.deleted': 'A feature toggle was deleted.',
  }),
  ...resourceEvents(override, {
    'feature_toggles.override.created': 'A tenant’s own value of a feature toggle was set.',
    'feature_toggles.override.updated': 'A tenant’s own value of a feature toggle was changed.',
    'feature_toggles.override.deleted': 'A tenant’s own value of a feature toggle was removed.',
  }),
  ...resourceEvents(segment, {
    'feature_toggles.segment.created': 'A segment was created.',
    'feature_toggles.segment.updated': 'A segment was changed.',
    'feature_toggles.segment.deleted': 'A segment was deleted.',
  }),
];
