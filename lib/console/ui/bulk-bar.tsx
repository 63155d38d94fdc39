/** What a list offers for several of its rows at once. */
import { useState } from 'react';
import type { BulkResponse, PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { type Resource, useWrite } from '../api/queries.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { Notice, ProblemNotice } from './notice.tsx';
import { useToast } from './toasts.tsx';

const texts = uiTexts.bulk;

export type BulkCall = (api: PlatformClient, ids: string[]) => Promise<BulkResponse>;

export interface BulkActions<Row> {
  nameOf: (row: Row) => string;
  refreshes: readonly Resource[];
  /** Undefined for callers who may not change the rows. */
  turnOn?: BulkCall;
  turnOff?: BulkCall;
  remove?: BulkCall;
  /** By default "Enable" and "Disable". */
  labels?: { on: string; off: string };
}

interface BulkBarProps<Row> {
  of: BulkActions<Row>;
  /** The selected rows, by id. */
  selected: ReadonlyMap<string, Row>;
  onClear: () => void;
}

/** The rows that were not changed, and why. */
function Failures({ of, names }: { of: BulkResponse; names: (id: string) => string }) {
  const failed = of.results.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return null;
  return (
    <Notice tone="bad" title={texts.failed(failed.length)}>
      <ul>
        {failed.map(({ id, error }) => (
          <li key={id} className="break">
            {names(id)}: {error}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

export function BulkBar<Row>({ of, selected, onClear }: BulkBarProps<Row>) {
  const { nameOf, refreshes, turnOn, turnOff, remove, labels = texts } = of;
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  // Rows may leave the list by what is done to them.
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const changing = useWrite(
    (api, { call, ids }: { call: BulkCall; ids: string[] }) => call(api, ids),
    refreshes,
  );
  const run = (call: BulkCall) => {
    setNames(new Map([...selected].map(([id, row]) => [id, nameOf(row)])));
    const onSuccess = ({ changed }: BulkResponse) => {
      toast(texts.changed(changed));
      onClear();
    };
    changing.mutate({ call, ids: [...selected.keys()] }, { onSuccess, onSettled: () => setAsking(false) });
  };
  const button = (label: string, call: BulkCall | undefined) =>
    call && (
      <Button isBusy={changing.isPending} onClick={() => run(call)}>
        {label}
      </Button>
    );
  return (
    <>
      {changing.error && <ProblemNotice error={changing.error} />}
      {changing.data && <Failures of={changing.data} names={(id) => names.get(id) ?? id} />}
      {selected.size > 0 && (
        <fieldset className="row" aria-label={texts.group}>
          <strong>{texts.selected(selected.size)}</strong>
          {button(labels.on, turnOn)}
          {button(labels.off, turnOff)}
          {remove && (
            <Button variant="danger" isBusy={changing.isPending} onClick={() => setAsking(true)}>
              {texts.remove}
            </Button>
          )}
          <Button variant="quiet" onClick={onClear}>
            {texts.clear}
          </Button>
        </fieldset>
      )}
      {isAsking && remove && (
        <ConfirmDialog
          title={texts.removeTitle(selected.size)}
          confirmLabel={texts.removeConfirm}
          saving={{ error: undefined, isPending: changing.isPending }}
          onConfirm={() => run(remove)}
          onClose={() => setAsking(false)}
        >
          <ul className="plain-list">
            {[...selected].map(([id, row]) => (
              <li key={id} className="break">
                {nameOf(row)}
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  );
}
