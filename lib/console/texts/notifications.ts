export const notificationTexts = {
  title: 'Notifications',
  intro: 'Notifications of all modules, the newest first.',
  readAll: 'Mark all as read',
  status: 'Show',
  filters: { open: 'Open', unread: 'Unread', dismissed: 'Dismissed' },
  read: 'Mark as read',
  dismiss: 'Dismiss',
  restore: 'Restore',
  of: (action: string, title: string) => `${action}: ${title}`,
  open: 'Open',
  occurrences: (count: number) => `${count} times`,
  severities: { info: 'Information', warning: 'Warning', success: 'Success', error: 'Error' },
  unread: 'Unread',
  empty: {
    title: 'Nothing to read',
    text: 'New notifications appear here and at the bell by themselves. Choose which of them are mailed to you.',
  },
} as const;
