import type { Bench } from './bench.ts';
import { bundleBenches } from './benches/bundle.ts';
import { cpuBenches } from './benches/cpu.ts';

/** Every bench, in the order of the table. */
export const benches: readonly Bench[] = [...cpuBenches, ...bundleBenches];
