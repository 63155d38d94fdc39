import { DeadLettersPage } from './dead-letters-page.tsx';
import { QueuePage } from './queue-page.tsx';

export const list = { Component: DeadLettersPage };
export const show = { Component: QueuePage };
