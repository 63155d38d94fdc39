/** Separate from the lists, so that readers do not load the editor. */
import { CreateRulePage, EditRulePage } from './rule-form-pages.tsx';

export const create = { Component: CreateRulePage };
export const edit = { Component: EditRulePage };
