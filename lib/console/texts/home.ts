interface KindTexts {
  /** For callers who may not see the kind. */
  name: string;
  title: string;
  all: string;
}

const kinds: Readonly<Record<string, KindTexts>> = {
  failing_webhook: { name: 'webhooks', title: 'Failing webhooks', all: 'All webhooks' },
  failing_job: { name: 'scheduled jobs', title: 'Failing jobs', all: 'All failed runs' },
  failing_sync: {
    name: 'data sync',
    title: 'Failing syncs',
    all: 'All sync runs',
  },
  integration_in_need: {
    name: 'integrations',
    title: 'Integrations that cannot be used',
    all: 'All that need credentials',
  },
  dead_letters: { name: 'dead letters', title: 'Dead letters', all: 'All dead letters' },
};

/** The texts of a kind of causes. A kind that the console does not know has its own name. */
const kindTexts = (kind: string): KindTexts => kinds[kind] ?? { name: kind, title: kind, all: '' };

export const homeTexts = {
  title: 'Home',
  intro: 'What needs attention, and what is under way.',
  attention: {
    title: 'Needs attention',
    none: {
      title: 'Nothing needs attention',
      text: 'Failing webhooks, jobs and syncs, and integrations that need credentials appear here, and disappear when they work again.',
    },
    allKnown: {
      title: 'Nothing new needs attention',
      text: 'What fails now was acknowledged or muted.',
    },
    noRights: 'You cannot see what needs attention',
    noRightsHelp: (unseen: readonly string[]) =>
      `Your rights include none of: ${unseen.join(', ')}. Ask an administrator for a role that does.`,
    unseen: (unseen: readonly string[]) =>
      `Not shown, because you have no right to see them: ${unseen.join(', ')}.`,
    incomplete: 'Not all failures are shown. Select one organization to see all of its failures.',
    more: (count: number) => `and ${count.toLocaleString('en')} more`,
    quiet: (count: number) => `Acknowledged or muted: ${count.toLocaleString('en')}`,
    since: 'Started',
    acknowledged: 'Acknowledged',
    by: 'by',
    muted: 'Muted, ends',
    itsDeliveries: 'Its deliveries',
    kindTexts,
    actions: {
      acknowledge: 'Acknowledge',
      acknowledgeOf: (title: string) => `Acknowledge ${title}`,
      acknowledged: 'Acknowledged until it works again',
      mute: 'Mute',
      muteOf: (title: string) => `Mute ${title}`,
      muted: 'Muted',
      muteTimes: [
        { hours: 1, label: 'For an hour' },
        { hours: 8, label: 'For 8 hours' },
        { hours: 24, label: 'For a day' },
        { hours: 168, label: 'For a week' },
      ],
      reopen: 'Reopen',
      reopenOf: (title: string) => `Reopen ${title}`,
      reopened: 'Reopened',
      failed: (reason: string) => `Not changed: ${reason}`,
    },
  },
  tenants: {
    title: 'Tenants in which something fails',
    none: (examined: number) =>
      examined === 1 ? 'Nothing fails in this tenant.' : `Nothing fails in these ${examined} tenants.`,
    ofKind: (kind: string, count: number) => `${kind}: ${count.toLocaleString('en')}`,
    next: 'Next tenants',
    previous: 'Previous tenants',
  },
  firstSteps: {
    title: 'First steps',
    webhook: {
      title: 'Send events to your systems',
      text: 'A webhook delivers them, signed and with retries.',
    },
    job: { title: 'Schedule a job', text: 'At fixed times or intervals.' },
    integration: { title: 'Connect a service', text: 'For payments, data sync or text recognition.' },
    roles: { title: 'Create a role', text: 'It decides what colleagues see and do; an invitation names it.' },
    users: { title: 'Invite colleagues', text: 'Their roles decide what they see.' },
  },
  work: { title: 'Running work', none: 'No background work is running.', all: 'All background work' },
  storage: {
    title: 'Storage used',
    of: (used: string, quota: string) => `${used} of ${quota}`,
    files: 'Files',
    partitions: 'By partition',
    meter: 'Used share of the quota',
  },
  deliveries: { title: 'Deliveries of the last 24 hours', delivered: 'Delivered', lost: 'Failed' },
  runs: { title: 'Runs of the last 24 hours', completed: 'Completed', failed: 'Failed' },
} as const;
