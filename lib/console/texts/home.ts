export const homeTexts = {
  title: 'Home',
  intro: 'What needs attention, and what is under way.',
  attention: {
    title: 'Needs attention',
    none: {
      title: 'Nothing needs attention',
      text: 'Failing webhooks, failed deliveries and runs, and integrations that need credentials appear here, and disappear when they work again.',
    },
    noRights: 'You cannot see what needs attention',
    noRightsHelp: (unseen: readonly string[]) =>
      `Your rights include none of: ${unseen.join(', ')}. Ask an administrator for a role that does.`,
    unseen: (unseen: readonly string[]) => `Without your rights: ${unseen.join(', ')}.`,
    earlier: (count: number) => `and ${count.toLocaleString('en')} more`,
    kinds: {
      deliveries: 'webhooks',
      jobs: 'scheduled jobs',
      syncs: 'data sync',
      integrations: 'integrations',
    },
    deliveries: 'Failing webhooks and failed deliveries',
    failing: (count: number) =>
      count === 1 ? 'The last attempt failed.' : `The last ${count.toLocaleString('en')} attempts failed.`,
    itsDeliveries: 'Its deliveries',
    allDeliveries: 'All failed deliveries',
    delivery: (event: string, webhook: string) => `${event} → ${webhook}`,
    jobRuns: 'Failed runs of jobs, last 24 hours',
    allJobRuns: 'All failed runs',
    runs: 'Syncs whose last run failed or has failed rows',
    allRuns: 'All sync runs',
    failedRows: (count: number) =>
      count === 1 ? '1 failed row' : `${count.toLocaleString('en')} failed rows`,
    integrations: 'Integrations that need credentials',
    allIntegrations: 'All of these',
    deadLetters: 'Dead letters',
    allDeadLetters: 'All dead letters',
    messages: (count: number) =>
      count === 1 ? '1 message failed for good' : `${count.toLocaleString('en')} messages failed for good`,
    noCredentials: 'It is enabled, but has no credentials.',
    reauthorize: 'The provider has refused its credentials.',
    run: (integration: string, entityType: string) => `${integration}: ${entityType}`,
  },
  firstSteps: {
    title: 'First steps',
    webhook: {
      title: 'Send events to your systems',
      text: 'A webhook delivers them, signed and with retries.',
    },
    job: { title: 'Schedule a job', text: 'At fixed times or intervals.' },
    integration: { title: 'Connect a service', text: 'For payments, data sync or text recognition.' },
    users: { title: 'Invite colleagues', text: 'Their roles decide what they see.' },
  },
  work: { title: 'Running work', none: 'No background work is running.', all: 'All background work' },
  storage: {
    title: 'Storage used',
    of: (used: string, quota: string) => `${used} of ${quota}`,
    files: 'Files',
    partitions: 'By partition',
    meter: 'Part of the quota that is used',
  },
  deliveries: { title: 'Deliveries of the last 24 hours', delivered: 'delivered', lost: 'failed' },
  runs: { title: 'Runs of the last 24 hours', completed: 'completed', failed: 'failed' },
} as const;
