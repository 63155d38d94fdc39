export const auditTexts = {
  title: 'Audit trail',
  intro: 'Who changed what, and when, with the values before and after. Entries are kept for 400 days.',
  who: {
    title: 'Who or what',
    hint: 'Name, e-mail or id',
    chosen: {
      actor: (name: string) => `By ${name}`,
      thing: (name: string) => `Changes of ${name}`,
    },
    clear: (title: string) => `Clear the filter ${title}`,
  },
  resource: 'Kind',
  resourceHint: 'auth.user',
  action: 'Action',
  actions: { created: 'Created', updated: 'Changed', deleted: 'Deleted' },
  from: 'From',
  to: 'Until',
  of: 'Scope',
  organization: 'The selected organization',
  platform: 'The platform itself',
  columns: {
    time: 'When',
    actor: 'Who',
    action: 'What',
    resource: 'Resource',
    changes: 'Changes',
    story: 'Story',
  },
  actors: { user: 'User', api_key: 'API key', system: 'System' },
  empty: {
    title: 'Nothing was changed',
    text: 'Create, change or delete something: every change appears here.',
  },
  fields: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
  noFields: 'No values',
  before: 'Before',
  after: 'After',
  absent: 'nothing',
  requestId: 'Request',
} as const;

export const changesTexts = {
  title: 'Changes',
  ofPart: (part: string, action: string) => `${part}: ${action.toLowerCase()}`,
  open: 'Changes',
  of: (name: string) => `Changes of ${name}`,
  all: 'Show in the audit trail',
  by: 'by',
  none: 'Nothing was changed in the last 400 days.',
} as const;

const listOf = (fields: readonly string[]): string => fields.join(', ');

export const undoTexts = {
  undo: 'Undo',
  undoOf: (time: string) => `Undo the change of ${time}`,
  title: 'Undo this change?',
  text: 'These fields get the values that they had before:',
  revision: (revision: number) => `Everything gets the content of revision ${revision}, secrets included.`,
  nothingBefore: 'nothing',
  kept: (fields: readonly string[]) =>
    `These stay as they are, because their earlier values are hidden, were too large to keep, or cannot be set: ${listOf(fields)}.`,
  nothing: (fields: readonly string[]) =>
    `The earlier values are hidden, were too large to keep, or cannot be set: ${listOf(fields)}.`,
  changedSince: (fields: readonly string[]) => `Changed again since then: ${listOf(fields)}`,
  confirm: 'Undo the change',
  done: 'The change is undone',
} as const;
