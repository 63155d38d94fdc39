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
import { NewFactor } from './new-factor.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { RenameFactorDialog } from './rename-factor-dialog.tsx';

interface Factor {
  id: string;
  kind: 'totp' | 'passkey';
  name: string;
  createdAt: string;
  lastUsedAt: string;
  isBackedUp?: boolean;
}

interface Actions {
  onRename: (factor: Factor) => void;
  onRemove: (factor: Factor) => void;
}

const columnsFor = ({ onRename, onRemove }: Actions): readonly Column<Factor>[] => [
  {
    title: texts.columns.name,
    cell: ({ name, kind, isBackedUp }) => (
      <span className="break">
        {name}
        <div className="sub">{isBackedUp ? texts.synchronizedPasskey : texts.kinds[kind]}</div>
      </span>
    ),
  },
  { title: texts.columns.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: texts.columns.used, cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
  {
    title: texts.columns.actions,
    kind: 'actions',
    cell: (factor) => (
      <span className="row">
        <Button aria-label={texts.renameOf(factor.name)} onClick={() => onRename(factor)}>
          {texts.rename.open}
        </Button>
        <Button aria-label={texts.removeOf(factor.name)} onClick={() => onRemove(factor)}>
          {texts.remove.confirm}
        </Button>
      </span>
    ),
  },
];

const fewCodes = 3;

/** The second factors of the user: passkeys, authenticator apps and recovery codes. */
export function FactorsCard() {
  const [renamed, setRenamed] = useState<Factor>();
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
        <NewFactor isFirst={!hasFactor}>
          {hasFactor && (
            <Button isBusy={renewing.isPending} onClick={renew}>
              {texts.renew}
            </Button>
          )}
        </NewFactor>
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
                  columns={columnsFor({ onRename: setRenamed, onRemove: setRemoved })}
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
      {renamed && <RenameFactorDialog factor={renamed} onClose={() => setRenamed(undefined)} />}
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
