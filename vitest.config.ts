import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts', 'test/contract/**/*.test.ts'] } },
      {
        test: {
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: ['test/support/runtime-setup.ts'],
          setupFiles: ['test/support/connect.ts'],
          // Tests wait for the runtime most of the time: more of them than cores keep it busy.
          maxWorkers: 6,
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
