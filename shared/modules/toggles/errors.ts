/** The errors of this module. Functions hold those that they throw; `toggleErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const toggleIdentifierTaken = { code: 'toggle_identifier_taken', status: 409 } as const;
const missingToggle = { code: 'MISSING_TOGGLE', status: 404 } as const;
const typeMismatch = { code: 'TYPE_MISMATCH', status: 400 } as const;
const invalidValue = { code: 'INVALID_VALUE', status: 400 } as const;

const segmentInUse = { code: 'segment_in_use', status: 409 } as const;
const tooManyToggleStreams = { code: 'too_many_toggle_streams', status: 503 } as const;
const evaluationFailed = { code: 'evaluation_failed', status: 400 } as const;

/** An existing or deleted toggle has this identifier. */
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

/** Why a toggle has no value of the requested type. */
export type ToggleCheckCode = keyof typeof checkTypes;

/** The toggle has no value of the requested type. */
export class ToggleCheckError extends AppError {
  constructor(
    code: ToggleCheckCode,
    message: string,
    body: { identifier: string; expectedType: string | null; actualType: string | null },
  ) {
    super(checkTypes[code], message, { body });
  }
}

/** The tenant, or the client's address in it, has as many open change streams as it may have. */
export class TooManyToggleStreamsError extends AppError {
  constructor(limits: { perTenant: number; perAddress: number }, freeInSeconds: number) {
    super(
      tooManyToggleStreams,
      `A tenant can have ${limits.perTenant} change streams open, ${limits.perAddress} of them from one address; ` +
        'close one before you open another.',
      { headers: { 'retry-after': String(freeInSeconds) } },
    );
  }
}

/** Rules of toggles or other segments use the segment. */
export class SegmentInUseError extends AppError {
  constructor() {
    super(segmentInUse, 'The segment is in use: remove it from rules and other segments first.');
  }
}

/** An evaluation took too long, or one of its segments does not exist. */
export class EvaluationFailedError extends AppError {
  constructor(message: string) {
    super(evaluationFailed, message);
  }
}

export const toggleErrors: readonly DocumentedError[] = [
  {
    type: tooManyToggleStreams,
    meaning:
      'The tenant, or your address, has reached its limit of open change streams; try again after `Retry-After`.',
    example: {
      error:
        'A tenant can have 50 change streams open, 25 of them from one address; close one before you open another.',
    },
  },
  {
    type: segmentInUse,
    meaning: 'Rules of toggles, or other segments, use the segment.',
    example: { error: 'The segment is in use: remove it from rules and other segments first.' },
  },
  {
    type: evaluationFailed,
    meaning: 'The evaluation took too long, or a segment in its rules does not exist.',
    example: { error: 'The evaluation took longer than 200 ms.' },
  },
  {
    type: toggleIdentifierTaken,
    meaning: 'An existing or deleted toggle has this `identifier`.',
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
    meaning: 'The type of the toggle differs from the type of the check.',
    example: {
      error: 'The toggle "new_checkout" is of type string, not boolean.',
      identifier: 'new_checkout',
      expectedType: 'boolean',
      actualType: 'string',
    },
  },
  {
    type: invalidValue,
    meaning: 'The toggle has no value of its type: its default is null and the tenant does not override it.',
    example: {
      error: 'The toggle "new_checkout" has no boolean value.',
      identifier: 'new_checkout',
      expectedType: 'boolean',
      actualType: 'null',
    },
  },
];
