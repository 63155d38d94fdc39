/** The errors of this module. Each function declares those that it throws; `entityErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const externalIdTaken = { code: 'external_id_taken', status: 409 } as const;

/** Another record of the type in the organization has this externalId. */
export class ExternalIdTakenError extends AppError {
  constructor(externalId: string) {
    super(externalIdTaken, `The externalId "${externalId}" is taken.`);
  }
}

export const entityErrors: readonly DocumentedError[] = [
  {
    type: externalIdTaken,
    meaning: 'Another record of the type in the organization has this externalId.',
    example: { error: 'The externalId "SO-1001" is taken.' },
  },
];
