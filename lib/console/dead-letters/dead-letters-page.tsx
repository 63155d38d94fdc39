import { Link } from 'react-router';
import { type DeadLetterQueue, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { deadLetterTexts as texts } from '../texts/dead-letters.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';

const refreshEveryMs = 15_000;

const columns: readonly Column<DeadLetterQueue>[] = [
  { title: texts.columns.queue, cell: ({ queue }) => <Link to={`/dead-letters/${queue}`}>{queue}</Link> },
  { title: texts.columns.count, isNumber: true, cell: ({ count }) => count.toLocaleString('en') },
];

export function DeadLettersPage() {
  const reading = useRead(
    ['deadLetters', 'queues'],
    (api) => orThrow(api.GET('/api/overview/dead-letters')),
    { refreshEveryMs },
  );
  return (
    <>
      <PageHeader title={texts.title} intro={texts.intro} />
      <Loaded of={reading}>
        {({ items }) =>
          items.length > 0 ? (
            <DataTable caption={texts.title} columns={columns} rows={items} keyOf={({ queue }) => queue} />
          ) : (
            <EmptyCard icon="check" {...texts.none} />
          )
        }
      </Loaded>
    </>
  );
}
