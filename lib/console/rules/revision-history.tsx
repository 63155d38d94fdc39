/** The revisions of a rule, the latest first: each can be compared with its predecessor, and restored. */
import { useState } from 'react';
import { orThrow, type RuleRevisionHead } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useRead, useWrite } from '../api/queries.ts';
import { Subject } from '../names/thing-name.tsx';
import { useMay } from '../session/session.ts';
import { revisionTexts as texts } from '../texts/rules.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import type { Tone } from '../ui/notice.tsx';
import { Loaded } from '../ui/states.tsx';
import { Pager } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { Timeline, TimelineEntry } from '../ui/timeline.tsx';
import { useCloseWithToast } from '../ui/toasts.tsx';
import { CompareDialog } from './compare-dialog.tsx';

const tones: Readonly<Record<RuleRevisionHead['action'], Tone>> = {
  created: 'good',
  updated: 'accent',
  deleted: 'bad',
  restored: 'warn',
};

interface RestoreProps {
  ruleId: string;
  /** ETag of the shown rule. */
  etag: string | undefined;
  revision: number;
  onClose: () => void;
}

function RestoreDialog({ ruleId, etag, revision, onClose }: RestoreProps) {
  const restoring = useWrite(
    (api, version: string | undefined) =>
      orThrow(
        api.POST('/api/business_rules/rules/{id}/revisions/{revision}/restore', {
          params: { path: { id: ruleId, revision }, ...ifMatch(version) },
        }),
      ),
    ['rules'],
  );
  const onSuccess = useCloseWithToast(texts.restored, onClose);
  return (
    <ConfirmDialog
      title={texts.restoreTitle(revision)}
      confirmLabel={texts.restore}
      saving={restoring}
      onConfirm={() => restoring.mutate(etag, { onSuccess })}
      onOverwrite={() => restoring.mutate(undefined, { onSuccess })}
      onClose={onClose}
    >
      <p>{texts.restoreText}</p>
    </ConfirmDialog>
  );
}

interface RevisionProps {
  of: RuleRevisionHead;
  isCurrent: boolean;
  mayRestore: boolean;
  onCompare: () => void;
  onRestore: () => void;
}

function Revision({ of, isCurrent, mayRestore, onCompare, onRestore }: RevisionProps) {
  const { revision, action, changedAt, changedBy, changedFields, restoredFrom } = of;
  return (
    <TimelineEntry
      title={texts.heading(revision, texts.actions[action])}
      tone={tones[action]}
      {...(isCurrent && { badge: texts.current })}
      aside={
        <>
          <Time value={changedAt} /> · {texts.by} <Subject of={changedBy} />
        </>
      }
    >
      {restoredFrom !== null && <p className="muted small">{texts.restoredFrom(restoredFrom)}</p>}
      {changedFields.length > 0 && <p className="muted small break">{texts.changed(changedFields)}</p>}
      <div className="row">
        {revision > 1 && (
          <Button variant="quiet" aria-label={texts.compareOf(revision)} onClick={onCompare}>
            {texts.compare}
          </Button>
        )}
        {mayRestore && !isCurrent && action !== 'deleted' && (
          <Button variant="quiet" aria-label={texts.restoreOf(revision)} onClick={onRestore}>
            {texts.restore}
          </Button>
        )}
      </div>
    </TimelineEntry>
  );
}

const pageSize = 10;

/** The ETag of a rule is the number of its latest revision. */
function revisionOf(etag: string | undefined): number | undefined {
  const [digits] = /\d+/.exec(etag ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export function RevisionHistory({ ruleId, etag }: { ruleId: string; etag: string | undefined }) {
  const mayRestore = useMay()('business_rules.rules.edit');
  const [page, setPage] = useState(1);
  const [compared, setCompared] = useState<number>();
  const [restored, setRestored] = useState<number>();
  const query = { page, pageSize };
  const reading = useRead(['rules', 'revisions', ruleId, query], (api) =>
    orThrow(api.GET('/api/business_rules/rules/{id}/revisions', { params: { path: { id: ruleId }, query } })),
  );
  return (
    <Card title={texts.title}>
      <Loaded of={reading}>
        {(list) => (
          <div className="stack">
            <Timeline>
              {list.items.map((head, index) => (
                <Revision
                  key={head.revision}
                  of={head}
                  isCurrent={page === 1 && index === 0}
                  mayRestore={mayRestore}
                  onCompare={() => setCompared(head.revision)}
                  onRestore={() => setRestored(head.revision)}
                />
              ))}
            </Timeline>
            {list.totalPages > 1 && (
              <div className="row apart small muted">
                <Pager of={list} onPage={setPage} />
              </div>
            )}
            {compared !== undefined && (
              <CompareDialog
                ruleId={ruleId}
                revision={compared}
                last={revisionOf(etag) ?? compared}
                onClose={() => setCompared(undefined)}
              />
            )}
          </div>
        )}
      </Loaded>
      {restored !== undefined && (
        <RestoreDialog
          ruleId={ruleId}
          etag={etag}
          revision={restored}
          onClose={() => setRestored(undefined)}
        />
      )}
    </Card>
  );
}
