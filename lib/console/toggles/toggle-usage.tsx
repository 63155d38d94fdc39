/** How often a toggle was checked in the selected tenant, by value. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

const texts = toggleTexts.usage;

interface Day {
  date: string;
  total: number;
  values: { value: string; count: number }[];
}

const maxDays = 14;

const count = (value: number): string => value.toLocaleString('en');

/** The sums of several days, the most frequent value first. */
function sumOf(days: readonly Day[]): Day['values'] {
  const sums = new Map<string, number>();
  for (const { value, count } of days.flatMap(({ values }) => values))
    sums.set(value, (sums.get(value) ?? 0) + count);
  return [...sums].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count);
}

function Shares({ values, total }: { values: Day['values']; total: number }) {
  return (
    <ul className="plain-list stack tight" aria-label={texts.byValue}>
      {values.map(({ value, count: times }) => (
        <li key={value} className="toggle-share">
          <code className="break">{value}</code>
          <meter max={total} value={times} aria-label={texts.shareOf(value)} />
          <span className="small">{texts.share(count(times), Math.round((100 * times) / total))}</span>
        </li>
      ))}
    </ul>
  );
}

const columns: readonly Column<Day>[] = [
  { title: texts.day, cell: ({ date }) => date },
  { title: texts.checks, isNumber: true, cell: ({ total }) => count(total) },
  {
    title: texts.values,
    cell: ({ values }) => (
      <span className="break">{values.map((one) => `${one.value}: ${count(one.count)}`).join(', ')}</span>
    ),
  },
];

export function ToggleUsage({ id }: { id: string }) {
  const reading = useRead(['toggles', 'usage', id], (api) =>
    orThrow(api.GET('/api/feature_toggles/toggles/{id}/usage', { params: { path: { id } } })),
  );
  return (
    <Card title={texts.title}>
      <Loaded of={reading}>
        {({ days, lastEvaluatedAt }) => {
          const latest = days.slice(0, maxDays);
          const total = latest.reduce((sum, day) => sum + day.total, 0);
          return (
            <div className="stack">
              <p className="muted small">
                {lastEvaluatedAt === null ? (
                  texts.never
                ) : (
                  <>
                    {texts.last} <Time value={lastEvaluatedAt} />. {texts.delay}
                  </>
                )}
              </p>
              {total > 0 && (
                <>
                  <Shares values={sumOf(latest)} total={total} />
                  <details>
                    <summary>{texts.byDay}</summary>
                    <DataTable
                      caption={texts.byDay}
                      columns={columns}
                      rows={latest}
                      keyOf={({ date }) => date}
                    />
                  </details>
                </>
              )}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
