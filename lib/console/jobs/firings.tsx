import type { ReactNode } from 'react';
import { useZone } from '../session/use-zone-choice.ts';
import { jobTexts } from '../texts/jobs.ts';
import { type Column, DataTable } from '../ui/table.tsx';
import { clockTime, viewerZone } from '../ui/times.ts';

const texts = jobTexts.show;

interface Firings {
  firings: readonly string[];
  /** Time zone of the job; undefined for intervals. */
  zone: string | undefined;
  caption: string;
  note?: ReactNode;
}

/** The next runs of a job in the chosen time zone and, if it differs, in that of the job. */
export function FiringsTable({ firings, zone, caption, note }: Firings) {
  const chosen = useZone();
  if (firings.length === 0) return <p className="muted">{texts.never}</p>;
  const own = chosen ?? viewerZone();
  const columns: Column<string>[] = [
    { title: texts.yourTime(own), cell: (at) => <time dateTime={at}>{clockTime(at, chosen)}</time> },
  ];
  if (zone !== undefined && zone !== own)
    columns.push({ title: texts.jobTime(zone), cell: (at) => clockTime(at, zone) });
  return (
    <div className="stack tight">
      {note && <p className="muted small">{note}</p>}
      <DataTable caption={caption} columns={columns} rows={firings} keyOf={(at) => at} />
    </div>
  );
}
