/** The failed items of a run, with the original rows. */
import { useState } from 'react';
import { orThrow, type SyncFailure, type SyncRunDetail } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { SearchFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { syncTexts } from '../texts/sync.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { RowsOfPage } from '../ui/rows-of-page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { Pager } from '../ui/table.tsx';
import { Timeline, TimelineEntry } from '../ui/timeline.tsx';
import { FixDialog } from './fix-dialog.tsx';
import { isOver } from './run-status.tsx';

const texts = syncTexts.failures;

const pageSize = 20;

/** Page size. */
const maxOpenRows = 3;

interface FailedItemProps {
  of: SyncFailure;
  isOpen: boolean;
  /** Undefined for callers who may not import. */
  onFix: (() => void) | undefined;
}

function FailedItem({ of: { externalId, localId, error, data, batch }, isOpen, onFix }: FailedItemProps) {
  const name = externalId ?? localId ?? texts.noId;
  return (
    <TimelineEntry title={name} tone="bad" aside={`${texts.columns.batch} ${batch}`}>
      <p className="break">{error}</p>
      {data === null ? (
        <p className="muted small">{texts.noRow}</p>
      ) : (
        <details open={isOpen}>
          <summary>{texts.show}</summary>
          <CodeBlock what={texts.row} text={readableJson(data)} />
        </details>
      )}
      {onFix && (
        <div>
          <Button aria-label={texts.fixOf(name)} onClick={onFix}>
            {texts.fix}
          </Button>
        </div>
      )}
    </TimelineEntry>
  );
}

function MappingLink({ run: { id, integrationId, entityType } }: { run: SyncRunDetail }) {
  const query = new URLSearchParams({ integration: integrationId, type: entityType, run: id });
  return <LinkButton to={`/sync/mappings/of?${query}`}>{syncTexts.run.editMapping}</LinkButton>;
}

export function FailedItems({ run }: { run: SyncRunDetail }) {
  const [fixed, setFixed] = useState<SyncFailure>();
  const filters = useFilters();
  const may = useMay();
  const path = `/api/data_sync/runs/${run.id}/failures`;
  const query = { page: filters.page, pageSize, search: filters.get('search') };
  const reading = useRead(['syncRuns', 'failures', run.id, query, run.failedCount], (api) =>
    orThrow(api.GET('/api/data_sync/runs/{runId}/failures', { params: { path: { runId: run.id }, query } })),
  );
  const mayFix = run.direction === 'import' && isOver(run) && may('data_sync.run');
  const isFixed = run.failedCount === 0 && (run.fixedCount ?? 0) > 0;
  return (
    <Card
      title={texts.title}
      actions={
        run.failedCount > 0 && (
          <>
            {may('data_sync.configure') && <MappingLink run={run} />}
            <ExportMenu path={path} query={query} />
          </>
        )
      }
    >
      <Loaded of={reading}>
        {(list) => (
          <div className="stack">
            {(list.totalPages > 1 || filters.isFiltered) && (
              <SearchFilter name="search" label={texts.search} hint={texts.searchHint} />
            )}
            <RowsOfPage
              of={list}
              filters={filters}
              empty={
                <Empty
                  icon="check"
                  {...(filters.isFiltered ? uiTexts.noMatch : isFixed ? texts.allFixed : texts.empty)}
                />
              }
            >
              <Timeline>
                {list.items.map((entry) => (
                  <FailedItem
                    key={entry.failureId}
                    of={entry}
                    isOpen={list.items.length <= maxOpenRows}
                    onFix={mayFix ? () => setFixed(entry) : undefined}
                  />
                ))}
              </Timeline>
              <div className="row apart small muted">
                <Pager of={list} onPage={(to) => filters.set({ page: String(to) })} />
              </div>
            </RowsOfPage>
          </div>
        )}
      </Loaded>
      {fixed && <FixDialog run={run} failure={fixed} onClose={() => setFixed(undefined)} />}
    </Card>
  );
}
