/** The errors of this module. Each function declares those that it throws; `ruleErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const ruleIdTaken = { code: 'rule_id_taken', status: 409 } as const;
const ruleSetIdTaken = { code: 'rule_set_id_taken', status: 409 } as const;
const ruleAlreadyInSet = { code: 'rule_already_in_set', status: 409 } as const;
const ruleSetFull = { code: 'rule_set_full', status: 409 } as const;
const actionForbidden = { code: 'action_forbidden', status: 403 } as const;
const ruleSetDisabled = { code: 'rule_set_disabled', status: 409 } as const;

/** Another live rule of the tenant has this ruleId. */
export class RuleIdTakenError extends AppError {
  constructor(ruleId: string) {
    super(ruleIdTaken, `The ruleId "${ruleId}" is taken.`, { body: { details: { ruleId: 'is taken' } } });
  }
}

/** The caller lacks the features of actions that it saves. */
export class ActionForbiddenError extends AppError {
  constructor(actions: readonly string[], required: readonly string[]) {
    super(actionForbidden, `You lack the features of these actions: ${actions.join(', ')}.`, {
      body: { required, requiredFeatures: required, actions },
    });
  }
}

/** Another live rule set of the tenant has this setId. */
export class RuleSetIdTakenError extends AppError {
  constructor(setId: string) {
    super(ruleSetIdTaken, `The setId "${setId}" is taken.`, {
      body: { details: { setId: 'is taken' } },
    });
  }
}

/** A set contains a rule only once. */
export class RuleAlreadyInSetError extends AppError {
  constructor() {
    super(ruleAlreadyInSet, 'The rule is already in the set.');
  }
}

export class RuleSetFullError extends AppError {
  constructor(most: number) {
    super(ruleSetFull, `A set has at most ${most} rules.`);
  }
}

/** The set is disabled. */
export class RuleSetDisabledError extends AppError {
  constructor() {
    super(ruleSetDisabled, 'The rule set is disabled.');
  }
}

export const ruleErrors: readonly DocumentedError[] = [
  {
    type: ruleIdTaken,
    meaning: 'Another rule of the tenant has this `ruleId`.',
    example: { error: 'The ruleId "ORDER-LIMIT" is taken.', details: { ruleId: 'is taken' } },
  },
  {
    type: actionForbidden,
    meaning:
      'You save a rule whose actions require features that you lack; `actions` and `required` name them.',
    example: {
      error: 'You lack the features of these actions: EMIT_EVENT.',
      required: ['events.publish'],
      requiredFeatures: ['events.publish'],
      actions: ['EMIT_EVENT'],
    },
  },
  {
    type: ruleSetIdTaken,
    meaning: 'Another rule set of the tenant has this `setId`.',
    example: { error: 'The setId "CHECKOUT" is taken.', details: { setId: 'is taken' } },
  },
  {
    type: ruleAlreadyInSet,
    meaning: 'The rule is already a member of the set; a set contains each rule once.',
    example: { error: 'The rule is already in the set.' },
  },
  {
    type: ruleSetFull,
    meaning: 'The set has reached the maximum number of rules.',
    example: { error: 'A set has at most 100 rules.' },
  },
  {
    type: ruleSetDisabled,
    meaning: 'The rule set is disabled, so it is not executed.',
    example: { error: 'The rule set is disabled.' },
  },
];
