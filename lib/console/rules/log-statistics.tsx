/** Rule results of the last day: numbers, and a chart by hour. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { CountChart } from '../charts/lazy-charts.tsx';
import { ruleLogTexts } from '../texts/rules.ts';
import { Card } from '../ui/card.tsx';
import { Figures } from '../ui/figures.tsx';
import { Loaded } from '../ui/states.tsx';
import { duration } from '../ui/times.ts';

const texts = ruleLogTexts.statistics;

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

const series = [
  { name: texts.held, tone: 'good' },
  { name: texts.notHeld, tone: 'warn' },
  { name: texts.errors, tone: 'bad' },
] as const;

const hourMs = 3_600_000;
const hours = 24;

interface Counts {
  key: string;
  success: number;
  failure: number;
  /** Rules other than guards whose condition did not match. */
  notApplied: number;
  error: number;
}

const none: Counts = { key: '', success: 0, failure: 0, notApplied: 0, error: 0 };

/** Every hour of the range, with zeros for missing counts. */
function hourly(groups: readonly Counts[], to: string) {
  const last = Math.floor(Date.parse(to) / hourMs) * hourMs;
  const byHour = new Map(groups.map((group) => [group.key, group]));
  return Array.from({ length: hours }, (_, index) => {
    const at = new Date(last - (hours - 1 - index) * hourMs).toISOString();
    const { success, failure, notApplied, error } = byHour.get(at) ?? none;
    return { at, values: [success, failure + notApplied, error] };
  });
}

/** Of one rule, or of all. */
export function LogStatistics({ ruleId }: { ruleId: string | undefined }) {
  const query = { ruleId, executedAtFrom: `${hours}h`, groupBy: 'hour' } as const;
  const reading = useRead(['ruleLogs', 'stats', ruleId], (api) =>
    orThrow(api.GET('/api/business_rules/logs/stats', { params: { query } })),
  );
  return (
    <Card title={texts.title}>
      <Loaded of={reading}>
        {({ executions, success, failure, notApplied, error, p95TimeMs, isExact, groups = [], to }) => (
          <div className="stack">
            <Figures
              of={[
                { name: texts.executions, value: executions },
                { name: texts.held, value: success },
                { name: texts.notHeld, value: failure + notApplied },
                { name: texts.errors, value: error, ...(error > 0 && { tone: 'bad' as const }) },
                {
                  name: texts.rate,
                  value: executions === 0 ? '–' : percent.format(1 - error / executions),
                },
                { name: texts.p95, value: executions === 0 ? '–' : duration(p95TimeMs) },
              ]}
            />
            {!isExact && <p className="muted small">{texts.inexact}</p>}
            {executions > 0 && <CountChart title={texts.chart} series={series} points={hourly(groups, to)} />}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
