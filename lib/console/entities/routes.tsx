import { DefinitionsPage } from './definitions-page.tsx';
import { RecordPage } from './record-page.tsx';
import { RecordsPage } from './records-page.tsx';

export const list = { Component: RecordsPage };
export const show = { Component: RecordPage };
export const fields = { Component: DefinitionsPage };
