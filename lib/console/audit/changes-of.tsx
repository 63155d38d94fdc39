/** The changes of one thing, from the audit trail: who changed what, and the undo of each. */
import { useState } from 'react';
import { type AuditAction, orThrow } from '../../../shared/clients/typescript/index.ts';
import { auditActions } from '../../../shared/clients/typescript/resources.ts';
import { useRead } from '../api/queries.ts';
import { Id } from '../names/id.tsx';
import { Actor } from '../names/thing-name.tsx';
import { titleOfKind } from '../names/titles.ts';
import { allOrganizations } from '../session/organizations.ts';
import { useMeets, useSession } from '../session/session.ts';
import { changesTexts as texts, undoTexts } from '../texts/audit.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { Timeline, TimelineEntry } from '../ui/timeline.tsx';
import { exactTime } from '../ui/times.ts';
import { WhenVisible } from '../ui/when-visible.tsx';
import { ChangeList, titleOfAction, toneOfAction } from './change-list.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { type UndoKind, undoKindOf } from './undo-kinds.ts';

const pageSize = 10;

export interface ThingProps {
  /** The words that audit entries have for it. */
  kind: string;
  id: string;
  /** When it was created: earlier entries need not be read. */
  since?: string | undefined;
  /** Leaves out entries of other kinds about the same id, such as those of a webhook's secret. */
  isOnlyKind?: boolean;
  /** The thing that a change names, if it is another one than that of the entries. */
  undo?: { kind: string; id: string };
  /** Things of the whole platform have their entries there. */
  isOfPlatform?: boolean;
}

interface UndoOf {
  entry: AuditAction;
  by: UndoKind;
}

/** What was done; to what, if that is only a part of the thing. */
const titleOf = ({ action, resource }: AuditAction, kind: string): string =>
  resource === kind ? titleOfAction(action) : texts.ofPart(titleOfKind(resource), titleOfAction(action));

function Entries({ kind, id, since, isOnlyKind, undo, isOfPlatform }: ThingProps) {
  const meets = useMeets();
  const [undone, setUndone] = useState<UndoOf>();
  const query = {
    ...{ resourceId: id, from: since, page: 1, pageSize, withTotal: false },
    ...(isOnlyKind && { resource: kind }),
    ...(isOfPlatform ? { platform: true } : { organizationId: allOrganizations }),
  };
  const reading = useRead(['auditActions', 'of', query], (api) =>
    orThrow(api.GET('/api/audit_logs/actions', { params: { query } })),
  );
  const undoOf = (entry: AuditAction): UndoKind | undefined => {
    const by = undoKindOf(undo?.kind ?? entry.resource, entry);
    return by !== undefined && meets(by.need) ? by : undefined;
  };
  return (
    <>
      <Loaded of={reading}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">{texts.none}</p>
          ) : (
            <Timeline>
              {items.map((entry) => {
                const by = undoOf(entry);
                return (
                  <TimelineEntry
                    key={entry.id}
                    title={titleOf(entry, kind)}
                    tone={toneOfAction(entry.action)}
                    aside={
                      <>
                        <Time value={entry.createdAt} /> · {texts.by}{' '}
                        <Actor type={entry.actorType} id={entry.actorId} />
                      </>
                    }
                  >
                    <div className="row apart">
                      <ChangeList of={entry} />
                      {by && (
                        <Button
                          variant="quiet"
                          aria-label={undoTexts.undoOf(exactTime(entry.createdAt))}
                          onClick={() => setUndone({ entry, by })}
                        >
                          {undoTexts.undo}
                        </Button>
                      )}
                    </div>
                  </TimelineEntry>
                );
              })}
            </Timeline>
          )
        }
      </Loaded>
      {undone && (
        <UndoDialog
          entry={undone.entry}
          id={undo?.id ?? id}
          kind={undone.by}
          onClose={() => setUndone(undefined)}
        />
      )}
    </>
  );
}

const trailOf = ({ kind, id, isOfPlatform }: ThingProps): string =>
  `/audit?${new URLSearchParams({ thing: id, kind, ...(isOfPlatform && { of: 'platform' }) })}`;

/** The latest changes of a thing; nothing for callers who may not see the audit trail. */
export function ChangesOf(props: ThingProps) {
  const meets = useMeets();
  if (!meets(props.isOfPlatform ? 'superAdmin' : auditActions.features.list)) return null;
  return (
    <Card title={texts.title} actions={<LinkButton to={trailOf(props)}>{texts.all}</LinkButton>}>
      <WhenVisible>
        <Entries {...props} />
      </WhenVisible>
    </Card>
  );
}

/** The changes of what each tenant has once, such as settings. */
export function ChangesOfTenant({ kind }: { kind: string }) {
  const { tenantId } = useSession().scope;
  return tenantId !== undefined && <ChangesOf kind={kind} id={tenantId} isOnlyKind />;
}

/** The changes of a thing without a page. */
export function ChangesDialog({
  name,
  onClose,
  ...thing
}: ThingProps & { name: string; onClose: () => void }) {
  return (
    <Dialog title={texts.of(name)} onClose={onClose}>
      <div className="stack">
        <Id of={thing.id} />
        <Entries {...thing} />
      </div>
    </Dialog>
  );
}

/** The button that shows the changes of a thing in a row; nothing for callers who may not see the audit trail. */
export function ChangesButton(props: ThingProps & { name: string }) {
  const meets = useMeets();
  const [isOpen, setOpen] = useState(false);
  if (!meets(auditActions.features.list)) return null;
  return (
    <>
      <Button variant="quiet" aria-label={texts.of(props.name)} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {isOpen && <ChangesDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
