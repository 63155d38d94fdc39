/** Texts of what users choose for a list, and of changes to several of its entries. */
export const listTexts = {
  display: 'Display',
  sortBy: 'Sort by',
  defaultOrder: 'Default order',
  directions: { asc: 'Ascending: sort descending', desc: 'Descending: sort ascending' },
  columns: 'Columns',
  defaultColumns: 'Default columns',
  pageSize: 'Rows',
  views: 'Views',
  viewOf: (name: string) => `View: ${name}`,
  saveView: 'Save this view',
  viewName: 'Name',
  whereViewsAre:
    'The filters, the order, the columns and the page size are saved under this name. Only you see it, in every browser.',
  noViews: 'No saved views of this list yet.',
  viewSaved: (name: string) => `${name} is saved`,
  viewNotSaved: (reason: string) => `Not saved: ${reason}`,
  viewDeleted: (name: string) => `${name} is deleted`,
  deleteView: (name: string) => `Delete the view ${name}`,
} as const;

export const bulkTexts = {
  group: 'For the selected entries',
  column: 'Selected',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all of this page',
  selected: (count: number) => `${count} selected`,
  on: 'Enable',
  off: 'Disable',
  remove: 'Delete',
  removeTitle: (count: number) => (count === 1 ? 'Delete this entry?' : `Delete these ${count} entries?`),
  removeConfirm: 'Delete them',
  clear: 'Clear the selection',
  selectMatching: (count: string) => `Select all ${count} that match`,
  matching: (count: string) => `All ${count} that match`,
  askMatching: (action: string, count: string) => `${action} all ${count} entries that match?`,
  askMatchingText:
    'This runs in this tab, 100 entries at a time. You can go on working and stop it at any time; what is done stays done.',
  reading: (count: number) => `Reading the entries that match: ${count.toLocaleString('en')}`,
  running: (action: string, done: number, total: number) =>
    `${action}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  ended: (action: string, changed: number) => `${action}: ${changed.toLocaleString('en')} changed`,
  stopped: (action: string, done: number, total: number) =>
    `${action}: stopped at ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  work: 'Change of all entries that match',
  stop: 'Stop',
  continue: 'Continue',
  changed: (count: number) => (count === 1 ? '1 entry changed' : `${count} entries changed`),
  failed: (count: number) => (count === 1 ? '1 entry was not changed' : `${count} entries were not changed`),
} as const;
