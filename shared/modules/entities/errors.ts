/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';

export const ExternalIdTakenError = apiError({
  code: 'external_id_taken',
  status: 409,
  when: 'Another record of the type in the organization has this externalId.',
  message: (externalId: string) => `The externalId "${externalId}" is taken.`,
  example: ['SO-1001'],
});
