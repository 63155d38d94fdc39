import { useZone } from '../session/use-zone-choice.ts';
import { uiTexts } from '../texts/ui.ts';
import { clockOf, exactTime, relativeTime } from './times.ts';
import { useNow } from './use-now.ts';

/** A relative time with the exact one beside it, in the chosen time zone; hovering shows both zones. */
export function Time({ value }: { value: string | null | undefined }) {
  const now = useNow();
  const zone = useZone();
  if (!value) return <span className="muted">{uiTexts.never}</span>;
  const clock = clockOf(value, now, zone);
  return (
    <time dateTime={value} title={exactTime(value, zone)}>
      <span>{relativeTime(value, now, zone)}</span>
      {clock !== undefined && (
        <>
          {' '}
          <span className="exact">{clock}</span>
        </>
      )}
    </time>
  );
}
