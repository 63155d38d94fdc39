import { defineConfig } from 'vitest/config';
import { faultSettings } from './test/support/fault-runs.ts';
import { FileOrder } from './test/support/file-order.ts';

// Files share the processes they run in: starting one and loading the SDK and the contracts costs a second of CPU.
// As many processes for each project, so that all files go through one queue without a pause between projects. Some
// tests wait for the runtime: one process more than cores keeps the cores busy.
// Threads of the garbage collector save no time where every core is busy, and cost a sixth of the CPU; room for what is
// short-lived saves most of the rest.
const shared = {
  isolate: false,
  maxWorkers: 3,
  execArgv: ['--single-threaded-gc', '--max-semi-space-size=32'],
  setupFiles: ['test/support/fresh-environment.ts', 'test/support/fixed-seed.ts'],
};

const withRuntime = {
  globalSetup: ['test/support/runtime-setup.ts'],
  setupFiles: ['test/support/fixed-seed.ts', 'test/support/connect.ts', 'test/support/in-process-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 90_000,
};

/**
 * Slow by nature: they start compilers, browsers, recognizers, runtimes or hundreds of workers, render images, work through
 * whole tables, or wait for the clock. `npm run test:slow` runs them, and CI runs both.
 */
const slow = {
  alone: [
    'test/contract/client.test.ts',
    'test/contract/extending.test.ts',
    'test/contract/generators.test.ts',
    'test/contract/openapi-commands.test.ts',
    'test/infra/bundle.test.ts',
    'test/infra/changes.test.ts',
    'test/infra/checks.test.ts',
    'test/infra/ingest.test.ts',
    'test/infra/local-bundles.test.ts',
    'test/unit/lint/regular-expressions.test.ts',
    'test/unit/local/textract.test.ts',
    'test/unit/scheduler/aws-cron.test.ts',
    'test/unit/sync/s3-export.test.ts',
  ],
  withRuntime: [
    'test/integration/admin/admin.test.ts',
    'test/integration/admin/recovery.test.ts',
    'test/integration/attachments/extraction.test.ts',
    'test/integration/attachments/image.test.ts',
    'test/integration/attachments/ingest.test.ts',
    'test/integration/attachments/large.test.ts',
    'test/integration/canary/canary.test.ts',
    'test/integration/demo/demo.test.ts',
    'test/integration/docs/explorer.test.ts',
    'test/integration/docs/prefilled.test.ts',
    'test/integration/events/pipeline.test.ts',
    'test/integration/events/stream-browser.test.ts',
    'test/integration/events/stream.test.ts',
    'test/integration/front/streaming.test.ts',
    'test/integration/fuzz/attack-texts.test.ts',
    'test/integration/fuzz/fuzz.test.ts',
    'test/integration/local/grants.test.ts',
    'test/integration/local/lambda.test.ts',
    'test/integration/local/runtime.test.ts',
    'test/integration/messaging/**/*.test.ts',
    'test/integration/payments/failures.test.ts',
    'test/integration/samples/every-function.test.ts',
    'test/integration/samples/units.test.ts',
    'test/integration/scheduler/own-runtime.test.ts',
    'test/integration/scheduler/ticks.test.ts',
    'test/integration/sync/adapters.test.ts',
    'test/integration/table/migrate.test.ts',
    'test/integration/webhooks/deliveries.test.ts',
    'test/integration/webhooks/faults.test.ts',
  ],
};

export default defineConfig(({ mode }) => ({
  test: {
    sequence: { sequencer: FileOrder },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'test/contract/**/*.test.ts'],
          exclude: slow.alone,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          exclude: slow.alone,
          globalSetup: ['test/support/run-dir-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          ...shared,
          ...withRuntime,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: slow.withRuntime,
        },
      },
      {
        test: {
          ...shared,
          ...withRuntime,
          name: 'slow',
          include: slow.withRuntime,
        },
      },
      {
        test: {
          ...shared,
          name: 'slow-alone',
          include: slow.alone,
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        // Long-running: `npm run test:faults` alone runs it.
        test: {
          ...withRuntime,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          // Requests go over HTTP: what the tests break lies between a client and a handler.
          setupFiles: ['test/support/connect.ts'],
          globalSetup: [...withRuntime.globalSetup, 'test/support/fault-seed-setup.ts'],
          fileParallelism: false,
          env: faultSettings(mode === 'short'),
        },
      },
    ],
  },
}));
