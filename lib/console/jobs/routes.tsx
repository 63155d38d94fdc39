import { FailedRunsPage } from './failed-runs-page.tsx';
import { CreateJobPage, EditJobPage } from './job-form-pages.tsx';
import { JobPage } from './job-page.tsx';
import { JobsPage } from './jobs-page.tsx';

export const list = { Component: JobsPage };
export const create = { Component: CreateJobPage };
export const edit = { Component: EditJobPage };
export const show = { Component: JobPage };
export const failures = { Component: FailedRunsPage };
