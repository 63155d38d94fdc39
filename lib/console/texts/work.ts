export const workTexts = {
  title: 'Background work',
  intro: 'Exports, imports, replays and other long work of all modules.',
  statuses: {
    pending: 'Waiting',
    running: 'Running',
    completed: 'Completed',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  running: 'Running',
  history: 'History',
  progress: (name: string) => `Progress of ${name}`,
  of: (done: number, total: number | null) =>
    total === null
      ? `${done.toLocaleString('en')} done`
      : `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  left: (time: string) => `about ${time} left`,
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel ${name}`,
  cancelled: 'The work is being cancelled',
  none: {
    title: 'No background work is running',
    text: 'An import or an export appears here while it runs.',
  },
  start: 'Start an import or export',
  noHistory: {
    title: 'No background work in the last 30 days',
    text: 'What was finished is kept here for 30 days.',
  },
  columns: { name: 'Work', status: 'Status', progress: 'Progress', started: 'Started', finished: 'Finished' },
  status: 'Status',
} as const;
