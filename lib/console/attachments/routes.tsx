import { FilePage } from './file-page.tsx';
import { LibraryPage } from './library-page.tsx';
import { PartitionsPage } from './partitions-page.tsx';

export const list = { Component: LibraryPage };
export const show = { Component: FilePage };
export const partitions = { Component: PartitionsPage };
