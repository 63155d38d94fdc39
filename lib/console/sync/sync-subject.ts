/** What is synced: an integration, its name of the records, and which way. */
import type { SyncOption } from '../../../shared/clients/typescript/index.ts';
import { uiTexts } from '../texts/ui.ts';

export const directions = ['import', 'export'] as const;

export interface SyncSubject {
  integrationId: string;
  /** The name of the record type at the integration. */
  entityType: string;
  direction: (typeof directions)[number];
}

/** Which ways an integration syncs; both while it is not known. */
export const directionsOf = (option: SyncOption | undefined): readonly SyncSubject['direction'][] =>
  option === undefined || option.direction === 'bidirectional' ? directions : [option.direction];

/** The subject as the API takes it. */
export const subjectOf = ({ integrationId, entityType, direction }: SyncSubject): SyncSubject => ({
  integrationId,
  entityType: entityType.trim(),
  direction,
});

export const isComplete = ({ integrationId, entityType }: SyncSubject): boolean =>
  integrationId !== '' && entityType.trim() !== '';

/** Why the subject cannot be used; true when it can. */
export const checkSubject = (subject: SyncSubject): string | true => isComplete(subject) || uiTexts.required;
