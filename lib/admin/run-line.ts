/** How far a sync run is, in a line. */
import { isOver, processedOf, type StoredRun } from '../../shared/sync/run.ts';

const width = 30;
const grouped = (count: number): string => count.toLocaleString('en-US').replaceAll(',', ' ');

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Bar, counts, records per second since it began, and how long it will still take: one line. */
export function lineOf(run: StoredRun, nowMs: number): string {
  const { totalCount, failedCount, status, startedAtMs } = run;
  const done = processedOf(run);
  const share = status === 'completed' ? 1 : totalCount ? Math.min(1, done / totalCount) : 0;
  const bar = '#'.repeat(Math.floor(share * width)).padEnd(width, '-');
  const seconds = startedAtMs === null ? 0 : ((run.finishedAtMs ?? nowMs) - startedAtMs) / 1_000;
  const perSecond = seconds > 0 ? done / seconds : 0;
  const left = totalCount === null ? undefined : totalCount - done;
  const of = totalCount === null ? '' : ` of ${grouped(totalCount)}`;
  return [
    `[${bar}] ${String(Math.floor(share * 100)).padStart(3)} %`,
    `${status} ${grouped(done)}${of}`,
    ...(failedCount > 0 ? [`${grouped(failedCount)} failed`] : []),
    ...(perSecond > 0 ? [`${grouped(Math.round(perSecond))}/s`] : []),
    ...(!isOver(run) && perSecond > 0 && left !== undefined && left > 0
      ? [`${duration(Math.ceil(left / perSecond))} left`]
      : []),
  ].join('  ');
}
