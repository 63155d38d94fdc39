/** The features of this module that roles can grant, with their titles. */
export const features = {
  'scheduler.jobs.view': 'View scheduled jobs, executions and queue jobs',
  'scheduler.jobs.manage': 'Create, change and delete scheduled jobs',
  'scheduler.jobs.trigger': 'Run a scheduled job now',
} as const;
