/** Describes the rule language to people and editors: each operator, action and placeholder. */
import { conditionLanguage } from '../../../kernel/conditions/language.ts';
import { type ActionTypeName, actionTypeNames, actionTypes } from './action.ts';

export const actionMeanings: Readonly<Record<ActionTypeName, string>> = {
  ALLOW_TRANSITION: 'Allows the transition.',
  BLOCK_TRANSITION: 'Blocks the transition.',
  LOG: 'Writes to the rule log.',
  SHOW_ERROR: 'Shows an error.',
  SHOW_WARNING: 'Shows a warning.',
  SHOW_INFO: 'Shows an information message.',
  NOTIFY: 'Notifies recipients.',
  SET_FIELD: 'Returns a value for a field.',
  CALL_WEBHOOK:
    'Sends an HTTP request through the delivery queue: to a URL, or signed to a webhook of the organization. Values in ' +
    'path and query of the URL are percent-encoded.',
  EMIT_EVENT: 'Publishes an event.',
};

interface PlaceholderEntry {
  name: string;
  description: string;
  /** Conditions can read it, too; others are only for actions. */
  inConditions: boolean;
}

const placeholder = (name: string, description: string, inConditions = true): PlaceholderEntry => ({
  name,
  description,
  inConditions,
});

export const placeholderEntries: readonly PlaceholderEntry[] = [
  placeholder('now', 'The current time, ISO 8601 in UTC.'),
  placeholder('today', 'The date in UTC, `YYYY-MM-DD`.'),
  placeholder('yesterday', 'The date of yesterday in UTC.'),
  placeholder('tomorrow', 'The date of tomorrow in UTC.'),
  placeholder('entityType', 'Type of the entity.'),
  placeholder('entityId', 'Id of the entity.'),
  placeholder('eventType', 'Event of the entity.'),
  placeholder(
    'entity.type',
    'Type of the entity; likewise `entity.id`, `entity.tenantId`, `entity.organizationId`.',
  ),
  placeholder('user.id', 'Id of the executing user or API key.'),
  placeholder('user.type', '`user` or `api_key`.'),
  placeholder('user.email', 'E-mail address of the executing user.'),
  placeholder('user.name', 'Name of the executing user.'),
  placeholder('user.role', 'Name of the executing user’s first role.'),
  placeholder('tenant.id', 'Id of the tenant; also `tenantId`.'),
  placeholder('organization.id', 'Id of the organization; also `organizationId`.'),
  placeholder('ruleId', 'The rule’s own identifier.', false),
  placeholder('ruleName', 'Name of the rule.', false),
  placeholder('<field path>', 'A field of the entity, or a value that SET_FIELD has set.', false),
  placeholder('data.<field path>', 'A field of the entity.', false),
];

/** The rule language as data. */
export async function listOperators() {
  // The functions of expressions contain their engine.
  const { functionList } = await import('../../../kernel/expressions/language.ts');
  const { limits, ...operators } = conditionLanguage();
  return {
    ...operators,
    actions: actionTypeNames.map((type) => {
      const { required, optional } = actionTypes[type];
      return {
        type,
        description: actionMeanings[type],
        required: required.map((keys) => [...keys]),
        optional: [...optional],
      };
    }),
    placeholders: placeholderEntries.map((entry) => ({ ...entry })),
    functions: functionList(),
    limits,
  };
}
