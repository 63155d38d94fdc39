/** Properties are tried with the same values in every run; FAST_CHECK_SEED=<number> tries others. */
import { configureGlobal, readConfigureGlobal } from 'fast-check';
import { testSeed } from './test-seed.ts';

configureGlobal({ ...readConfigureGlobal(), seed: testSeed });
