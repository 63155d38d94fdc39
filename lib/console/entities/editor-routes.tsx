/** Separate from the lists, so that readers do not load the forms. */
import { CreateDefinitionPage, EditDefinitionPage } from './definition-pages.tsx';
import { CreateRecordPage, EditRecordPage } from './record-form-pages.tsx';

export const create = { Component: CreateRecordPage };
export const edit = { Component: EditRecordPage };
export const createField = { Component: CreateDefinitionPage };
export const editField = { Component: EditDefinitionPage };
