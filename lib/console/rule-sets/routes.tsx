import { CreateSetPage, EditSetPage } from './set-form-pages.tsx';
import { RuleSetPage } from './set-page.tsx';
import { RuleSetsPage } from './sets-page.tsx';

export const list = { Component: RuleSetsPage };
export const create = { Component: CreateSetPage };
export const show = { Component: RuleSetPage };
export const edit = { Component: EditSetPage };
