/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';
import { prerequisiteLimits } from './evaluation/limits.ts';

export const ToggleIdentifierTakenError = apiError({
  code: 'toggle_identifier_taken',
  status: 409,
  when: 'An existing or deleted toggle has this `identifier`.',
  message: (identifier: string) => `The identifier "${identifier}" is taken.`,
  details: { identifier: 'is taken' },
  example: ['new_checkout'],
});

const pathOf = (path: readonly string[]): string => path.join(' → ');

export const TogglePrerequisiteCycleError = apiError({
  code: 'toggle_prerequisite_cycle',
  status: 409,
  when: `The prerequisites would form a cycle, or more than ${prerequisiteLimits.levels} levels.`,
  message: (path: readonly string[]) =>
    path[0] === path.at(-1)
      ? `The toggle would need itself: ${pathOf(path)}.`
      : `Prerequisites may have ${prerequisiteLimits.levels} levels, but would have ${path.length - 1}: ${pathOf(path)}.`,
  body: (path) => ({ path }),
  example: [['a', 'b', 'a']],
});

export const ToggleNeededError = apiError({
  code: 'toggle_needed',
  status: 409,
  when: 'Other toggles need the toggle.',
  message: (identifier: string, neededBy: readonly string[]) =>
    `The toggle "${identifier}" is a prerequisite of: ${neededBy.join(', ')}.`,
  body: (_, neededBy) => ({ neededBy }),
  example: ['payments_v2', ['new_checkout']],
});

/** Why a toggle has no value of the requested type. */
type Check = [identifier: string, expectedType?: string | null, actualType?: string | null];

const checked = (...[identifier, expectedType = null, actualType = null]: Check) => ({
  identifier,
  expectedType,
  actualType,
});

export const MissingToggleError = apiError({
  code: 'MISSING_TOGGLE',
  status: 404,
  when: 'There is no toggle with this `identifier`, or it was deleted.',
  message: (...[identifier]: Check) => `There is no toggle "${identifier}".`,
  body: checked,
  example: ['new_checkout', 'boolean'],
});

export const ToggleTypeMismatchError = apiError({
  code: 'TYPE_MISMATCH',
  status: 400,
  when: 'The type of the toggle differs from the type of the check.',
  message: (...[identifier, expected, actual]: Check) =>
    `The toggle "${identifier}" is of type ${actual}, not ${expected}.`,
  body: checked,
  example: ['new_checkout', 'boolean', 'string'],
});

export const InvalidToggleValueError = apiError({
  code: 'INVALID_VALUE',
  status: 400,
  when: 'The toggle has no value of its type: its default is null and the tenant does not override it.',
  message: (...[identifier, expected]: Check) => `The toggle "${identifier}" has no ${expected} value.`,
  body: checked,
  example: ['new_checkout', 'boolean', 'null'],
});

/** The tenant, or the client's address in it, has as many open change streams as it may have. */
export const TooManyToggleStreamsError = apiError({
  code: 'too_many_toggle_streams',
  status: 503,
  when: 'The tenant, or your address, has reached its limit of open change streams; try again after `Retry-After`.',
  message: (
    { perTenant, perAddress }: { perTenant: number; perAddress: number },
    _retryAfterSeconds: number,
  ) =>
    `A tenant can have ${perTenant} change streams open, ${perAddress} of them from one address; ` +
    'close one before you open another.',
  headers: (_, retryAfterSeconds) => ({ 'retry-after': String(retryAfterSeconds) }),
  example: [{ perTenant: 50, perAddress: 25 }, 60],
});

export const SegmentNameTakenError = apiError({
  code: 'segment_name_taken',
  status: 409,
  when: 'Another segment of the tenant, or another global one, has this name.',
  message: (name: string) => `The name "${name}" is taken.`,
  details: { name: 'is taken' },
  example: ['Beta testers'],
});

export const SegmentInUseError = apiError({
  code: 'segment_in_use',
  status: 409,
  when: 'Rules of toggles, or other segments, use the segment.',
  message: 'The segment is in use: remove it from rules and other segments first.',
});

export const EvaluationFailedError = apiError({
  code: 'evaluation_failed',
  status: 400,
  when: 'The evaluation took too long, or a segment in its rules does not exist.',
  message: (message: string) => message,
  example: ['The evaluation took longer than 200 ms.'],
});
