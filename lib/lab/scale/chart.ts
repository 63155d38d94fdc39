/** Charts of the scale page, as Mermaid diagrams in Markdown. */
import { type AccessPattern, formerPatterns, patterns } from './patterns.ts';
import { simulate } from './simulation.ts';

export const scene = { tenants: 100_000, exponent: 0.8 } as const;
const rollingMinutes = 40;
const rates = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];

/** A line chart of refused shares: the design before the walls were removed in red, the current one in blue. */
function chart(
  title: string,
  xAxis: string,
  sharesOf: (design: readonly AccessPattern[]) => readonly number[],
): string {
  const percentsOf = (design: readonly AccessPattern[]) => sharesOf(design).map((share) => share * 100);
  const [before, now] = [percentsOf(formerPatterns), percentsOf(patterns)];
  const line = (name: string, percents: readonly number[]) =>
    `  line "${name}" [${percents.map((percent) => percent.toFixed(1)).join(', ')}]`;
  return `\`\`\`mermaid
---
config:
  themeVariables:
    xyChart:
      plotColorPalette: "#c0392b, #2471a3"
---
xychart-beta
  title "${title}"
  x-axis ${xAxis}
  y-axis "refused units, %" 0 --> ${Math.ceil(Math.max(...before, ...now) / 10) * 10}
${line('before', before)}
${line('now', now)}
\`\`\``;
}

/** Share of units that DynamoDB refuses after all possible splits. */
export function settledShare(design: readonly AccessPattern[], requestsPerSecond: number): number {
  return simulate(design, { ...scene, requestsPerSecond, minutes: rollingMinutes }).at(-1) ?? 0;
}

/** Refused units by request rate, after the splits. */
export const ratesChart = (): string =>
  chart(
    'After partitions have split',
    `"requests per second of all tenants" [${rates.map((rate) => `"${rate.toLocaleString('en')}"`).join(', ')}]`,
    (design) => rates.map((rate) => settledShare(design, rate)),
  );

const minutes = 20;
export const chartedRate = 100_000;

/** Refused units in the minutes after this number of requests starts on a new table. */
export const minutesChart = (): string =>
  chart(
    `While partitions split, at ${chartedRate.toLocaleString('en')} requests per second`,
    `"minutes" 0 --> ${minutes - 1}`,
    (design) => simulate(design, { ...scene, requestsPerSecond: chartedRate, minutes }),
  );
