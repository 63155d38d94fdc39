import { WorkPage } from './work-page.tsx';

export const work = { Component: WorkPage };
