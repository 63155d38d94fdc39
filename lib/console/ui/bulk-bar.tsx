/** What a list offers for several of its rows at once: the ticked ones, or everything that matches its filters. */
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { BulkResponse, PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { useApi } from '../api/api-context.tsx';
import { type Resource, useWrite } from '../api/queries.ts';
import { BulkFailures } from '../lists/bulk-failures.tsx';
import { type Batch, bulkRun } from '../lists/bulk-run.ts';
import { bulkTexts as texts } from '../texts/lists.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { ProblemNotice } from './notice.tsx';
import { useToast } from './toasts.tsx';

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
  /** Reads a page of what matches the filters of the list. */
  read?: (api: PlatformClient, paging: { page: number; pageSize: number }) => Promise<Batch<Row>>;
}

interface BulkBarProps<Row> {
  of: BulkActions<Row>;
  /** The selected rows, by id. */
  selected: ReadonlyMap<string, Row>;
  /** The page whose rows are selected. */
  list: { items: readonly Row[]; total: number; totalIsExact?: boolean | undefined };
  keyOf: (row: Row) => string;
  onClear: () => void;
}

interface Action {
  label: string;
  call: BulkCall;
  isDanger?: boolean;
}

const actionsOf = <Row,>({ turnOn, turnOff, remove, labels = texts }: BulkActions<Row>): Action[] => [
  ...(turnOn ? [{ label: labels.on, call: turnOn }] : []),
  ...(turnOff ? [{ label: labels.off, call: turnOff }] : []),
  ...(remove ? [{ label: texts.remove, call: remove, isDanger: true }] : []),
];

function Buttons(props: { of: readonly Action[]; isBusy: boolean; onAct: (action: Action) => void }) {
  return props.of.map((action) => (
    <Button
      key={action.label}
      variant={action.isDanger ? 'danger' : 'plain'}
      isBusy={props.isBusy}
      onClick={() => props.onAct(action)}
    >
      {action.label}
    </Button>
  ));
}

/** Begins the change of everything that matches. It continues on other pages, so nothing of it is in this component. */
function useMatching<Row>({ nameOf, refreshes, read }: BulkActions<Row>, keyOf: (row: Row) => string) {
  const { api } = useApi();
  const queries = useQueryClient();
  const state = useSyncExternalStore(bulkRun.subscribe, bulkRun.get);
  const isRunning = state?.phase === 'reading' || state?.phase === 'running';
  if (read === undefined) return { isRunning, start: undefined };
  const start = ({ label, call }: Action) =>
    void bulkRun.start({
      action: label,
      read: async (page, pageSize) => {
        const { items, totalPages } = await read(api, { page, pageSize });
        return { items: items.map((row) => [keyOf(row), nameOf(row)] as const), totalPages };
      },
      change: (ids) => call(api, ids),
      onChanged: () => {
        for (const resource of refreshes) void queries.invalidateQueries({ queryKey: [resource] });
      },
    });
  return { isRunning, start };
}

function useSelected<Row>(of: BulkActions<Row>, onClear: () => void) {
  const toast = useToast();
  // Rows may leave the list by what is done to them.
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const changing = useWrite(
    (api, { call, ids }: { call: BulkCall; ids: string[] }) => call(api, ids),
    of.refreshes,
  );
  const run = (call: BulkCall, rows: ReadonlyMap<string, Row>, onSettled: () => void) => {
    setNames(new Map([...rows].map(([id, row]) => [id, of.nameOf(row)])));
    const onSuccess = ({ changed }: BulkResponse) => {
      toast(texts.changed(changed));
      onClear();
    };
    changing.mutate({ call, ids: [...rows.keys()] }, { onSuccess, onSettled });
  };
  const failures = (changing.data?.results ?? []).flatMap(({ id, status, error }) =>
    status === 'failed' ? [{ id, name: names.get(id) ?? id, error: error ?? '' }] : [],
  );
  return { run, error: changing.error, isPending: changing.isPending, failures };
}

export function BulkBar<Row>({ of, selected, list, keyOf, onClear }: BulkBarProps<Row>) {
  const [isMatching, setMatching] = useState(false);
  // What the user saw when asked: the list may refresh itself meanwhile.
  const [asked, ask] = useState<{ action: Action; isAll: boolean; rows: ReadonlyMap<string, Row> }>();
  const { run, error, isPending, failures } = useSelected(of, onClear);
  const { isRunning, start } = useMatching(of, keyOf);
  const actions = actionsOf(of);
  const count = uiTexts.atLeast(list.total, list.totalIsExact);
  const isWhole = selected.size > 0 && selected.size === list.items.length;
  const isAll = isMatching && isWhole && start !== undefined;
  // It ends with the selection of the whole page: ticking that one again selects no more than it.
  if (isMatching && !isWhole) setMatching(false);
  const clear = () => {
    setMatching(false);
    onClear();
  };
  const act = (action: Action) => {
    if (isAll || action.isDanger) ask({ action, isAll, rows: selected });
    else run(action.call, selected, () => undefined);
  };
  const confirm = ({ action, isAll: ofAll, rows }: NonNullable<typeof asked>) => {
    if (!ofAll) return run(action.call, rows, () => ask(undefined));
    ask(undefined);
    clear();
    start?.(action);
  };
  return (
    <>
      {error && <ProblemNotice error={error} />}
      <BulkFailures of={failures} />
      {selected.size > 0 && (
        <fieldset className="row bulk-bar" aria-label={texts.group}>
          <strong>{isAll ? texts.matching(count) : texts.selected(selected.size)}</strong>
          {start && isWhole && !isAll && list.total > list.items.length && !isRunning && (
            <Button variant="quiet" onClick={() => setMatching(true)}>
              {texts.selectMatching(count)}
            </Button>
          )}
          <Buttons of={actions} isBusy={isPending} onAct={act} />
          <Button variant="quiet" onClick={clear}>
            {texts.clear}
          </Button>
        </fieldset>
      )}
      {asked && (
        <ConfirmDialog
          title={
            asked.isAll ? texts.askMatching(asked.action.label, count) : texts.removeTitle(asked.rows.size)
          }
          confirmLabel={asked.isAll ? asked.action.label : texts.removeConfirm}
          saving={{ error: undefined, isPending }}
          onConfirm={() => confirm(asked)}
          onClose={() => ask(undefined)}
        >
          {asked.isAll ? (
            <p>{texts.askMatchingText}</p>
          ) : (
            <ul className="plain-list">
              {[...asked.rows].map(([id, row]) => (
                <li key={id} className="break">
                  {of.nameOf(row)}
                </li>
              ))}
            </ul>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
