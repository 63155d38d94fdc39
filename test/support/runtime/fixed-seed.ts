/** Property tests use the same values in every run; FAST_CHECK_SEED=<number> selects others. */
import { configureGlobal, readConfigureGlobal } from 'fast-check';
import { testSeed } from './test-seed.ts';

configureGlobal({ ...readConfigureGlobal(), seed: testSeed });
