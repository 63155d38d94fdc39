/** The preview of an uploaded file, with the columns as the user maps them. */
import { orThrow, type SyncMapping } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { useDefinitions } from '../entities/use-definitions.ts';
import { useMay } from '../session/session.ts';
import { usePause } from '../ui/use-pause.ts';
import { type ColumnDraft, draftsOf, hasOneId, keepNames, mappingOfColumns } from './import-columns.ts';
import { isComplete, type SyncSubject, subjectOf } from './sync-subject.ts';

/** A preview by a mapping; by the one in effect without it. */
function usePreview(subject: SyncSubject, file: string, mapping: SyncMapping | undefined, enabled: boolean) {
  const { integrationId, entityType } = subjectOf(subject);
  return useRead(
    ['syncMappings', 'preview', integrationId, entityType, file, mapping],
    (api) =>
      orThrow(
        api.POST('/api/data_sync/preview', {
          body: { integrationId, entityType, attachmentId: file, ...(mapping && { mapping }) },
        }),
      ),
    { enabled: enabled && file !== '' && isComplete(subject) },
  );
}

/**
 * Reads the columns of the file, and previews what they become. `changed` are the columns as the user maps them; without them,
 * those of the saved mapping or suggestions. `mapping` must be saved before the run; undefined if the one in effect applies.
 */
export function useImportPreview(
  entered: SyncSubject,
  file: string,
  changed: readonly ColumnDraft[] | undefined,
) {
  // The type is entered letter by letter.
  const subject = usePause(entered);
  const may = useMay();
  const mayMap = may('data_sync.configure');
  const reading = usePreview(subject, file, undefined, true);
  const first = reading.data;
  const knowsFields = mayMap && may('entities.definitions.view');
  const definitions = useDefinitions(first?.recordType ?? '', first !== undefined && knowsFields);
  const isReady =
    first !== undefined && (!knowsFields || definitions.data !== undefined || definitions.isError);
  const drafts = !isReady ? [] : (changed ?? draftsOf(first, definitions.data?.data ?? []));
  const isInEffect = changed === undefined && (first?.isSaved === true || keepNames(drafts));
  const isUsable = drafts.length === 0 || hasOneId(drafts);
  const mapping =
    first && mayMap && !isInEffect && isUsable ? mappingOfColumns(drafts, first.mapping) : undefined;
  const mapped = usePreview(subject, file, mapping, mapping !== undefined);
  return {
    reading: mapping === undefined ? reading : mapped,
    first,
    drafts,
    mapping,
    mayMap,
    isUsable,
    isReady,
  };
}
