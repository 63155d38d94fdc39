/** Apart from the lists, so that those who only look at rules do not load the editor. */
import { CreateRulePage, EditRulePage } from './rule-form-pages.tsx';

export const create = { Component: CreateRulePage };
export const edit = { Component: EditRulePage };
