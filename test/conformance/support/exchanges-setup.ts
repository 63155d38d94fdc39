/** Keeps the requests of each test with its result, for the report. */
import { afterEach, beforeEach } from 'vitest';
import { observeExchanges } from '../../support/clients/api.ts';
import type { Exchange } from './report.ts';

declare module 'vitest' {
  interface TaskMeta {
    exchanges?: Exchange[];
  }
}

let exchanges: Exchange[] = [];
observeExchanges((exchange) => exchanges.push(exchange));

beforeEach(() => {
  exchanges = [];
});
afterEach(({ task }) => {
  task.meta.exchanges = exchanges;
});
