import { uiTexts } from '../texts/ui.ts';
import { exactTime, relativeTime } from './times.ts';
import { useNow } from './use-now.ts';

/** A relative time; hovering shows the exact time with its time zone. */
export function Time({ value }: { value: string | null | undefined }) {
  const now = useNow();
  if (!value) return <span className="muted">{uiTexts.never}</span>;
  return (
    <time dateTime={value} title={exactTime(value)}>
      {relativeTime(value, now)}
    </time>
  );
}
