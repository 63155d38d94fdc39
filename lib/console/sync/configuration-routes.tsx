/** Separate from the runs, so that readers do not load the editors. */
import { EditMappingPage, MappingOfPage } from './mapping-pages.tsx';
import { MappingsPage } from './mappings-page.tsx';
import { CreateSchedulePage, EditSchedulePage } from './schedule-pages.tsx';
import { SchedulesPage } from './schedules-page.tsx';

export const mappings = { Component: MappingsPage };
export const mappingOf = { Component: MappingOfPage };
export const mapping = { Component: EditMappingPage };
export const schedules = { Component: SchedulesPage };
export const createSchedule = { Component: CreateSchedulePage };
export const schedule = { Component: EditSchedulePage };
