/** The subject of a sync: integration, record type and direction. */
import type { SyncOption } from '../../../shared/clients/typescript/index.ts';
import { uiTexts } from '../texts/ui.ts';

export const directions = ['import', 'export'] as const;

export interface SyncSubject {
  integrationId: string;
  /** The name of the record type at the integration. */
  entityType: string;
  direction: (typeof directions)[number];
}

/** Directions of an integration; both while it is unknown. */
export const directionsOf = (option: SyncOption | undefined): readonly SyncSubject['direction'][] =>
  option === undefined || option.direction === 'bidirectional' ? directions : [option.direction];

/** The subject in a request. */
export const subjectOf = ({ integrationId, entityType, direction }: SyncSubject): SyncSubject => ({
  integrationId,
  entityType: entityType.trim(),
  direction,
});

export const isComplete = ({ integrationId, entityType }: SyncSubject): boolean =>
  integrationId !== '' && entityType.trim() !== '';

/** Validates the subject. Returns the reason why it cannot be used, or true. */
export const checkSubject = (subject: SyncSubject): string | true => isComplete(subject) || uiTexts.required;
