import { useSyncExternalStore } from 'react';
import { type LiveEvent, liveEvents } from '../api/live-events.ts';
import { inboundTexts } from '../texts/inbound.ts';
import { EmptyCard } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

const texts = inboundTexts.show;

const columns: readonly Column<LiveEvent>[] = [
  { title: texts.columns.event, cell: ({ payload }) => <code>{String(payload.eventType)}</code> },
  {
    title: texts.columns.messageId,
    cell: ({ payload }) =>
      typeof payload.messageId === 'string' ? <code>{payload.messageId}</code> : texts.noId,
  },
  { title: texts.columns.received, cell: ({ at }) => <Time value={at} /> },
];

/** The messages that the endpoint has received, as the event stream brings them. */
export function ReceivedMessages({ endpointId }: { endpointId: string }) {
  const { events } = useSyncExternalStore(liveEvents.subscribe, liveEvents.get);
  const received = events.filter(
    ({ type, payload }) => type === 'webhooks.inbound.received' && payload.endpointId === endpointId,
  );
  return (
    <section className="stack tight" aria-label={texts.received}>
      <h2>{texts.received}</h2>
      <p className="muted">{texts.receivedIntro}</p>
      {received.length > 0 ? (
        <DataTable
          caption={texts.received}
          columns={columns}
          rows={received}
          keyOf={({ eventId }) => eventId}
        />
      ) : (
        <EmptyCard icon="inbox" {...texts.receivedEmpty} />
      )}
    </section>
  );
}
