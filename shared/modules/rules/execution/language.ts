/** The rule language for people and for editors: what each operator, action and placeholder means. */
import { type ActionTypeName, actionTypeNames, actionTypes } from './action.ts';
import type { ComparisonOperator } from './comparison.ts';
import { comparisonOperators, conditionLimits, logicalOperators, unaryOperators } from './condition.ts';
import { matchLimits } from './match.ts';

export const comparisonMeanings: Readonly<Record<ComparisonOperator, string>> = {
  '=': 'Equal. A number equals what converts to it (`10` and `"10"`, `0` and `""`); nothing equals only nothing.',
  '==': 'Another spelling of `=`.',
  '!=': 'Not equal.',
  '>': 'Greater: dates as moments, what converts to numbers as numbers, all else as text. Nothing is least.',
  '>=': 'Greater or equal.',
  '<': 'Less.',
  '<=': 'Less or equal.',
  IN: 'Equal to one element of a list. Does not hold when the other side is no list.',
  NOT_IN: 'The opposite of `IN`.',
  CONTAINS: 'A list with an equal element, or a text with the other side in it; upper and lower case differ.',
  NOT_CONTAINS: 'The opposite of `CONTAINS`.',
  STARTS_WITH: 'A text that begins with the other side.',
  ENDS_WITH: 'A text that ends with the other side.',
  MATCHES:
    'A text in which a pattern in RE2 syntax matches somewhere. Patterns of more than ' +
    `${matchLimits.pattern} characters, texts of more than ${matchLimits.text} and repeated groups with a repetition ` +
    'inside never match.',
  IS_EMPTY: 'Nothing, blank text, an empty list or an object without keys.',
  IS_NOT_EMPTY: 'The opposite of `IS_EMPTY`; 0 and false are not empty.',
};

export const logicalMeanings: Readonly<Record<(typeof logicalOperators)[number], string>> = {
  AND: 'All conditions hold.',
  OR: 'At least one condition holds.',
  NOT: 'Not all of the conditions hold.',
};

export const actionMeanings: Readonly<Record<ActionTypeName, string>> = {
  ALLOW_TRANSITION: 'Allows the transition.',
  BLOCK_TRANSITION: 'Blocks the transition.',
  LOG: 'Writes to the rule log.',
  SHOW_ERROR: 'Shows an error.',
  SHOW_WARNING: 'Shows a warning.',
  SHOW_INFO: 'Shows an information.',
  NOTIFY: 'Notifies recipients.',
  SET_FIELD: 'Answers a value for a field.',
  CALL_WEBHOOK:
    'Sends an HTTP request through the delivery queue: to a URL, or signed to a webhook of the organization.',
  EMIT_EVENT: 'Publishes an event.',
};

/** Operators in Markdown, a line each. */
export function operatorLines(meanings: Readonly<Record<string, string>>, names: readonly string[]): string {
  return names.map((name) => `- \`${name}\`: ${meanings[name]}`).join('\n');
}

interface PlaceholderEntry {
  name: string;
  description: string;
  /** Conditions know it too; the others are for actions only. */
  inConditions: boolean;
}

const placeholder = (name: string, description: string, inConditions = true): PlaceholderEntry => ({
  name,
  description,
  inConditions,
});

export const placeholderEntries: readonly PlaceholderEntry[] = [
  placeholder('now', 'This moment, ISO 8601 in UTC.'),
  placeholder('today', 'The date in UTC, `YYYY-MM-DD`.'),
  placeholder('yesterday', 'The date of yesterday in UTC.'),
  placeholder('tomorrow', 'The date of tomorrow in UTC.'),
  placeholder('entityType', 'Type of the entity.'),
  placeholder('entityId', 'Id of the entity.'),
  placeholder('eventType', 'What happens to the entity.'),
  placeholder(
    'entity.type',
    'Type of the entity; likewise `entity.id`, `entity.tenantId`, `entity.organizationId`.',
  ),
  placeholder('user.id', 'Id of who executes the rules.'),
  placeholder('user.type', '`user` or `api_key`.'),
  placeholder('user.email', 'E-mail address of a person.'),
  placeholder('user.name', 'Name of a person.'),
  placeholder('user.role', 'First role of a person, by name.'),
  placeholder('tenant.id', 'Id of the tenant; also `tenantId`.'),
  placeholder('organization.id', 'Id of the organization; also `organizationId`.'),
  placeholder('ruleId', 'The rule’s own identifier.', false),
  placeholder('ruleName', 'Name of the rule.', false),
  placeholder('<field path>', 'A field of the entity, or of what SET_FIELD has set before.', false),
  placeholder('data.<field path>', 'A field of the entity.', false),
];

/** Everything above as data. */
export function ruleLanguage() {
  return {
    comparisonOperators: comparisonOperators.map((operator) => ({
      operator,
      description: comparisonMeanings[operator],
      takesValue: !unaryOperators.includes(operator),
    })),
    logicalOperators: logicalOperators.map((operator) => ({
      operator,
      description: logicalMeanings[operator],
    })),
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
    limits: {
      rulesPerGroup: conditionLimits.rulesPerGroup,
      fieldPathCharacters: conditionLimits.fieldPath,
      patternCharacters: matchLimits.pattern,
      matchedTextCharacters: matchLimits.text,
    },
  };
}
