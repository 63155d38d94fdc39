import { Link } from 'react-router';
import { type DeadLetterQueue, orThrow, type QueueDepth } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { deadLetterTexts as texts } from '../texts/dead-letters.ts';
import { shellTexts } from '../texts/shell.ts';
import { Section } from '../ui/card.tsx';
import { NextStep } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';

const refreshEveryMs = 15_000;

const columns: readonly Column<DeadLetterQueue>[] = [
  { title: texts.columns.queue, cell: ({ queue }) => <Link to={`/dead-letters/${queue}`}>{queue}</Link> },
  { title: texts.columns.count, isNumber: true, cell: ({ count }) => count.toLocaleString('en') },
];

const depthColumns: readonly Column<QueueDepth>[] = [
  { title: texts.depths.queue, cell: ({ queue }) => queue },
  { title: texts.depths.waiting, isNumber: true, cell: ({ waiting }) => waiting.toLocaleString('en') },
  {
    title: texts.depths.inProgress,
    isNumber: true,
    cell: ({ inProgress }) => inProgress.toLocaleString('en'),
  },
  { title: texts.depths.delayed, isNumber: true, cell: ({ delayed }) => delayed.toLocaleString('en') },
];

/** The unprocessed messages of all queues. */
function Depths({ of }: { of: readonly QueueDepth[] }) {
  return (
    <Section title={texts.depths.title}>
      {of.length > 0 ? (
        <DataTable
          caption={texts.depths.title}
          columns={depthColumns}
          rows={of}
          keyOf={({ queue }) => queue}
        />
      ) : (
        <p className="muted">{texts.depths.none}</p>
      )}
    </Section>
  );
}

export function DeadLettersPage() {
  const reading = useRead(
    ['deadLetters', 'queues'],
    (api) => orThrow(api.GET('/api/overview/dead-letters', { params: { query: { withDepths: true } } })),
    { refreshEveryMs },
  );
  return (
    <>
      <PageHeader title={texts.title} intro={texts.intro} />
      <Loaded of={reading}>
        {({ items, depths = [] }) => (
          <>
            {items.length > 0 ? (
              <DataTable caption={texts.title} columns={columns} rows={items} keyOf={({ queue }) => queue} />
            ) : (
              <EmptyCard
                icon="check"
                {...texts.none}
                action={<NextStep to="/" title={shellTexts.toHome} />}
              />
            )}
            <Depths of={depths} />
          </>
        )}
      </Loaded>
    </>
  );
}
