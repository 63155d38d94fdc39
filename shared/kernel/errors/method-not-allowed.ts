/** The error for a method that a path does not have. */
import { AppError, type DocumentedError } from './app-error.ts';

const methodNotAllowed = { code: 'method_not_allowed', status: 405 } as const;

/** The path exists, but not with this method. */
export class MethodNotAllowedError extends AppError {
  constructor(allowed: readonly string[]) {
    super(methodNotAllowed, `This path accepts only ${allowed.join(', ')}.`, {
      headers: { allow: allowed.join(', ') },
    });
  }
}

export const methodErrors: readonly DocumentedError[] = [
  {
    type: methodNotAllowed,
    meaning: 'The path exists, but not with this method; `Allow` lists its methods.',
    example: { error: 'This path accepts only GET, POST.' },
  },
];
