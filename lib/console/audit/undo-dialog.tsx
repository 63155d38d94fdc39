/** Undoes one change of a thing, after a question that says what becomes of each field. */
import { useState } from 'react';
import type { AuditAction } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { undoTexts as texts } from '../texts/audit.ts';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loaded } from '../ui/states.tsx';
import { useCloseWithToast } from '../ui/toasts.tsx';
import { changesOf } from './changes.ts';
import { readUndoTarget, type UndoTarget, writeUndo } from './undo.ts';
import { type UndoKind, undoFieldsOf } from './undo-kinds.ts';
import { undoPlanOf } from './undo-plan.ts';

interface UndoProps {
  entry: AuditAction;
  /** The thing, for the operation that changes it. */
  id: string;
  kind: UndoKind;
  onClose: () => void;
}

function Question({ entry, id, kind, of, onClose }: UndoProps & { of: UndoTarget }) {
  // The version of the question, even if the page reads a newer one meanwhile.
  const [target] = useState(of);
  const { revision } = target;
  const plan = undoPlanOf(entry.changes, undoFieldsOf(kind), target.data);
  const undoing = useWrite(
    (api, etag: string | undefined) => writeUndo(api, kind, id, plan.values, { ...target, etag }),
    kind.refreshes,
  );
  const onSuccess = useCloseWithToast(texts.done, onClose);
  const written = changesOf(entry.changes).filter(({ field }) => !plan.kept.includes(field));
  const isNothing = revision === undefined && written.length === 0;
  if (isNothing)
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <p>{texts.nothing(plan.kept)}</p>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={texts.title}
      confirmLabel={texts.confirm}
      saving={undoing}
      onConfirm={() => undoing.mutate(target.etag, { onSuccess })}
      onOverwrite={() => undoing.mutate(undefined, { onSuccess })}
      onClose={onClose}
    >
      <div className="stack">
        {revision !== undefined ? (
          <p>{texts.revision(revision)}</p>
        ) : (
          <>
            <p>{texts.text}</p>
            <dl className="changes">
              {written.map(({ field, before }) => (
                <div className="change" key={field}>
                  <dt>{field}</dt>
                  <dd className="after">{before ?? texts.nothingBefore}</dd>
                </div>
              ))}
            </dl>
            {plan.kept.length > 0 && <p>{texts.kept(plan.kept)}</p>}
            {plan.changedSince.length > 0 && (
              <Notice tone="warn" title={texts.changedSince(plan.changedSince)} />
            )}
          </>
        )}
      </div>
    </ConfirmDialog>
  );
}

export function UndoDialog(props: UndoProps) {
  const { entry, id, kind, onClose } = props;
  const [ofThing = 'auditActions'] = kind.refreshes;
  const reading = useRead([ofThing, 'undo', entry.id], (api) => readUndoTarget(api, kind, id, entry));
  // Not what an earlier dialog has read, whose version is old.
  if (reading.data === undefined || !reading.isFetchedAfterMount)
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <Loaded of={reading}>{() => null}</Loaded>
      </Dialog>
    );
  return <Question {...props} of={reading.data} />;
}
