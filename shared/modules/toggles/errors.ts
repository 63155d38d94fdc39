/** The errors of this module. Functions hold those that they throw; `toggleErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const toggleIdentifierTaken = { code: 'toggle_identifier_taken', status: 409 } as const;
const missingToggle = { code: 'MISSING_TOGGLE', status: 404 } as const;
const typeMismatch = { code: 'TYPE_MISMATCH', status: 400 } as const;
const invalidValue = { code: 'INVALID_VALUE', status: 400 } as const;

/** A live or a deleted toggle has this identifier. */
export class ToggleIdentifierTakenError extends AppError {
  constructor(identifier: string) {
    super(toggleIdentifierTaken, `The identifier "${identifier}" is taken.`, {
      body: { details: [{ field: 'identifier', message: 'is taken' }] },
    });
  }
}

const checkTypes = {
  MISSING_TOGGLE: missingToggle,
  TYPE_MISMATCH: typeMismatch,
  INVALID_VALUE: invalidValue,
};

/** Why a toggle has no value of the type that was asked for. */
export type ToggleCheckCode = keyof typeof checkTypes;

/** A check of a toggle that has no answer. */
export class ToggleCheckError extends AppError {
  constructor(
    code: ToggleCheckCode,
    message: string,
    body: { identifier: string; expectedType: string | null; actualType: string | null },
  ) {
    super(checkTypes[code], message, { body });
  }
}

export const toggleErrors: readonly DocumentedError[] = [
  {
    type: toggleIdentifierTaken,
    meaning: 'A toggle has this `identifier`, or had it when it was deleted.',
    example: {
      error: 'The identifier "new_checkout" is taken.',
      details: [{ field: 'identifier', message: 'is taken' }],
    },
  },
  {
    type: missingToggle,
    meaning: 'There is no toggle with this `identifier`, or it was deleted.',
    example: {
      error: 'There is no toggle "new_checkout".',
      identifier: 'new_checkout',
      expectedType: 'boolean',
      actualType: null,
    },
  },
  {
    type: typeMismatch,
    meaning: 'The toggle is of another type than the check.',
    example: {
      error: 'The toggle "new_checkout" is of type string, not boolean.',
      identifier: 'new_checkout',
      expectedType: 'boolean',
      actualType: 'string',
    },
  },
  {
    type: invalidValue,
    meaning:
      'The toggle has no value of its type: its default is null and the tenant has no value of its own.',
    example: {
      error: 'The toggle "new_checkout" has no boolean value.',
      identifier: 'new_checkout',
      expectedType: 'boolean',
      actualType: 'null',
    },
  },
];
