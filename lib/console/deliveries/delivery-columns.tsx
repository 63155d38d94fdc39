import { Link } from 'react-router';
import type { WebhookDeliveryRow } from '../../../shared/clients/typescript/index.ts';
import { deliveryTexts } from '../texts/deliveries.ts';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { DeliveryStatus, WebhookName } from './status.tsx';

const { columns: titles } = deliveryTexts.list;

export const deliveryColumns: readonly Column<WebhookDeliveryRow>[] = [
  {
    title: titles.event,
    cell: ({ id, eventType, errorMessage }) => (
      <>
        <Link to={`/deliveries/${id}`}>{eventType}</Link>
        {errorMessage && <div className="sub break">{errorMessage}</div>}
      </>
    ),
  },
  { title: titles.webhook, cell: (row) => <WebhookName of={row} /> },
  { title: titles.status, cell: ({ status }) => <DeliveryStatus status={status} /> },
  { title: titles.response, isNumber: true, cell: ({ responseStatus }) => responseStatus ?? '–' },
  {
    title: titles.attempts,
    isNumber: true,
    cell: ({ attemptNumber, maxAttempts }) => `${attemptNumber}/${maxAttempts}`,
  },
  { title: titles.created, field: 'createdAt', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

/** The columns where all deliveries are those of one webhook. */
export const columnsOfWebhook = deliveryColumns.filter(({ title }) => title !== titles.webhook);
