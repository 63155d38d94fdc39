import { LogEntryPage } from './log-entry-page.tsx';
import { RuleLogPage } from './log-page.tsx';

export const log = { Component: RuleLogPage };
export const logEntry = { Component: LogEntryPage };
