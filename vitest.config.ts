import { defineConfig } from 'vitest/config';
import { faultSettings } from './lib/lab/faults/run-length.ts';
import { FileOrder } from './test/support/runtime/file-order.ts';
import { passwordHashCost } from './test/support/runtime/password-hash-cost.ts';

// Files share the processes they run in: starting one and loading the SDK and the contracts costs a second of CPU.
// As many processes for each project, so that all files go through one queue without a pause between projects. Some
// tests wait for the runtime: one process more than cores keeps the cores busy.
// Threads of the garbage collector save no time where every core is busy, and cost a sixth of the CPU; a large heap saves
// most of the rest.
// Node loads the sources itself, as it does in `npm start`: Vite would transform each file and each process evaluate the
// result, which takes a fifth of the CPU of unit tests.
const shared = {
  isolate: false,
  experimental: { viteModuleRunner: false },
  maxWorkers: 3,
  // No test fails because a machine is slow: these end hangs.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
  execArgv: [
    '--single-threaded-gc',
    '--min-semi-space-size=16',
    '--max-semi-space-size=32',
    '--initial-old-space-size=400',
  ],
  setupFiles: ['test/support/runtime/fresh-environment.ts', 'test/support/runtime/fixed-seed.ts'],
};

const withRuntime = {
  globalSetup: ['test/support/runtime/runtime-setup.ts'],
  setupFiles: [
    'test/support/runtime/fixed-seed.ts',
    'test/support/clients/connect.ts',
    'test/support/clients/in-process-setup.ts',
  ],
  env: { PASSWORD_HASH_COST: passwordHashCost },
};

/**
 * Slow by nature, by name: they start compilers, browsers, recognizers, runtimes or hundreds of workers, render images, go
 * through every operation or whole tables, derive many passwords, repeat races, or wait for the clock.
 * `npm run test:slow` runs them, and CI runs both.
 */
const slow = (folders: readonly string[]) => folders.map((folder) => `test/${folder}/**/*.slow.test.ts`);

const conformanceCases = ['test/conformance/*.ts', 'test/conformance/!(support)/*.ts'];

export default defineConfig(({ mode }) => ({
  test: {
    sequence: { sequencer: FileOrder },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'test/contract/**/*.test.ts'],
          exclude: slow(['unit', 'contract']),
        },
      },
      {
        test: {
          ...shared,
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          exclude: slow(['infra']),
          globalSetup: ['test/support/runtime/run-dir-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          ...withRuntime,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: slow(['integration']),
        },
      },
      {
        test: {
          ...shared,
          ...withRuntime,
          name: 'slow',
          include: slow(['integration']),
        },
      },
      {
        // In a runtime of their own: others count what a deployment has.
        test: {
          ...shared,
          ...withRuntime,
          name: 'slow-conformance',
          include: conformanceCases,
        },
      },
      {
        test: {
          ...shared,
          name: 'slow-alone',
          include: slow(['unit', 'contract', 'infra']),
        },
      },
      {
        // `npm run conform` against a stage that runs already.
        test: {
          ...shared,
          name: 'conformance',
          // With more, a stage on this machine starts several workers for most of its functions.
          maxWorkers: 3,
          include: conformanceCases,
          globalSetup: ['test/conformance/support/stage-setup.ts'],
          setupFiles: ['test/conformance/support/exchanges-setup.ts'],
        },
      },
      {
        // `npm run test:faults` lasts for hours, with `--mode short` for minutes.
        test: {
          ...shared,
          ...withRuntime,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          // Requests go over HTTP: what the tests break lies between a client and a handler.
          setupFiles: ['test/support/clients/connect.ts', 'test/support/fault-injection/kept-runs-setup.ts'],
          globalSetup: [...withRuntime.globalSetup, 'test/support/fault-injection/fault-seed-setup.ts'],
          // Long runs measure and fill the machine, each for itself. Short ones often wait, for a lease or a delay.
          maxWorkers: mode === 'short' ? 3 : 1,
          env: { ...withRuntime.env, ...faultSettings(mode === 'short') },
        },
      },
    ],
  },
}));
