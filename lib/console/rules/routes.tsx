import { LogEntryPage } from './log-entry-page.tsx';
import { RuleLogPage } from './log-page.tsx';
import { RulePage } from './rule-page.tsx';
import { RulesPage } from './rules-page.tsx';

export const list = { Component: RulesPage };
export const show = { Component: RulePage };
export const log = { Component: RuleLogPage };
export const logEntry = { Component: LogEntryPage };
