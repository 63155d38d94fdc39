export const deadLetterTexts = {
  title: 'Dead letters',
  intro: 'Messages whose work failed for good. Queues keep them for 14 days.',
  columns: { queue: 'Queue', count: 'Messages' },
  none: {
    title: 'No dead letters',
    text: 'A message appears here when its work has failed in every attempt.',
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
      text: 'Its messages were brought back, or have expired.',
    },
  },
  confirm: {
    title: (queue: string) => `Bring the dead letters of ${queue} back?`,
    text: 'They return to their queue, and each is worked on as a new message. Do this once the reason they failed is gone: what fails again comes back here.',
    confirm: 'Bring back',
    done: 'The messages are being moved back',
  },
} as const;
