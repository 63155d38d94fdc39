import { defineConfig } from 'vitest/config';
import { FileOrder } from './test/support/file-order.ts';

// Files share the processes they run in: starting one and loading the SDK and the contracts costs a second of CPU.
// As many processes for each project, so that all files go through one queue without a pause between projects. Most
// tests wait for the runtime: more processes than cores keep the cores busy.
// Threads of the garbage collector save no time where every core is busy, and cost a sixth of the CPU.
const shared = { isolate: false, maxWorkers: 5, execArgv: ['--single-threaded-gc'] };

export default defineConfig({
  test: {
    sequence: { sequencer: FileOrder },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'test/contract/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: ['test/support/runtime-setup.ts'],
          setupFiles: ['test/support/connect.ts', 'test/support/in-process-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        // Long-running: `npm run test:faults` alone runs it.
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ['test/support/runtime-setup.ts'],
          setupFiles: ['test/support/connect.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
