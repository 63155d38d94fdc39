export const deadLetterTexts = {
  title: 'Dead letters',
  intro: 'Messages that failed in every attempt. Queues keep them for 14 days.',
  columns: { queue: 'Queue', count: 'Messages' },
  none: {
    title: 'No dead letters',
    text: 'A message appears here after its last attempt has failed.',
  },
  queue: {
    some: (shown: number, count: number) =>
      shown < count ? `${shown} of ${count} messages` : count === 1 ? '1 message' : `${count} messages`,
    sent: 'Sent',
    type: 'About',
    tenant: 'Tenant',
    organization: 'Organization',
    body: 'Message',
    noEnvelope: 'A message of unknown form',
    redrive: 'Bring back',
    empty: {
      title: 'Nothing is left here',
      text: 'Its messages were requeued or have expired.',
    },
  },
  confirm: {
    title: (queue: string) => `Bring the dead letters of ${queue} back?`,
    text: 'The messages return to their queue and are processed as new messages. Do this once the cause is fixed: messages that fail again return here.',
    confirm: 'Bring back',
    done: 'The messages are being moved back',
  },
} as const;
