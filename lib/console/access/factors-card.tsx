import { useState } from 'react';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { factorTexts as texts } from '../texts/factors.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { Loaded } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { AppDialog } from './app-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

interface Factor {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string;
}

const columnsFor = (onRemove: (factor: Factor) => void): readonly Column<Factor>[] => [
  { title: texts.columns.name, cell: ({ name }) => <span className="break">{name}</span> },
  { title: texts.columns.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: texts.columns.used, cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
  {
    title: texts.columns.actions,
    cell: (factor) => (
      <Button aria-label={texts.removeOf(factor.name)} onClick={() => onRemove(factor)}>
        {texts.remove.confirm}
      </Button>
    ),
  },
];

const fewCodes = 3;

/** The second factors of the user: authenticator apps and recovery codes. */
export function FactorsCard() {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Factor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const reading = useRead(['factors'], (api) => orThrow(api.GET('/api/auth/factors')));
  const renewing = useWrite(
    (api, _: undefined) => orThrow(api.POST('/api/auth/factors/recovery-codes')),
    ['factors'],
  );
  const renew = () =>
    renewing.mutate(undefined, { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) });
  const hasFactor = (reading.data?.factors.length ?? 0) > 0;
  return (
    <Card
      title={texts.title}
      actions={
        <>
          {hasFactor && (
            <Button isBusy={renewing.isPending} onClick={renew}>
              {texts.renew}
            </Button>
          )}
          <Button variant={hasFactor ? 'plain' : 'primary'} icon="plus" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="muted">{texts.intro}</p>
        {renewing.error && <ProblemNotice error={renewing.error} />}
        <Loaded of={reading}>
          {({ factors, recoveryCodesLeft }) =>
            factors.length === 0 ? (
              <p>{texts.none}</p>
            ) : (
              <>
                <DataTable
                  caption={texts.title}
                  columns={columnsFor(setRemoved)}
                  rows={factors}
                  keyOf={({ id }) => id}
                />
                {recoveryCodesLeft < fewCodes ? (
                  <Notice tone="warn" title={texts.left(recoveryCodesLeft)}>
                    <p>{texts.few}</p>
                  </Notice>
                ) : (
                  <p className="muted small">{texts.left(recoveryCodesLeft)}</p>
                )}
              </>
            )
          }
        </Loaded>
      </div>
      {isAdding && (
        <AppDialog
          onDone={(made) => {
            setAdding(false);
            setCodes(made ?? undefined);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      {removed && (
        <DeleteDialog
          name={removed.name}
          texts={texts.remove}
          remove={(api) =>
            orThrow(api.DELETE('/api/auth/factors', { params: { query: { id: removed.id } } }))
          }
          refreshes={['factors', 'sessions']}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Card>
  );
}
