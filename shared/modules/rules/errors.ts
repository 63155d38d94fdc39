/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';

export const RuleIdTakenError = apiError({
  code: 'rule_id_taken',
  status: 409,
  when: 'Another rule of the tenant has this `ruleId`.',
  message: (ruleId: string) => `The ruleId "${ruleId}" is taken.`,
  details: { ruleId: 'is taken' },
  example: ['ORDER-LIMIT'],
});

export const ActionForbiddenError = apiError({
  code: 'action_forbidden',
  status: 403,
  when: 'You save a rule whose actions require features that you lack; `actions` and `required` name them.',
  message: (actions: readonly string[], _required: readonly string[]) =>
    `You lack the features of these actions: ${actions.join(', ')}.`,
  body: (actions, required) => ({ required, requiredFeatures: required, actions }),
  example: [['EMIT_EVENT'], ['events.publish']],
});

export const RuleAlreadyInSetError = apiError({
  code: 'rule_already_in_set',
  status: 409,
  when: 'The rule is already a member of the set; a set contains each rule once.',
  message: 'The rule is already in the set.',
});

export const RuleSetFullError = apiError({
  code: 'rule_set_full',
  status: 409,
  when: 'The set has reached the maximum number of rules.',
  message: (maxRules: number) => `A set has at most ${maxRules} rules.`,
  example: [100],
});

export const RuleSetDisabledError = apiError({
  code: 'rule_set_disabled',
  status: 409,
  when: 'The rule set is disabled, so it is not executed.',
  message: 'The rule set is disabled.',
});
