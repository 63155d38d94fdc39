import type { Bench } from './bench.ts';
import { bundleBenches } from './benches/bundle.ts';
import { costBenches } from './benches/cost.ts';
import { cpuBenches } from './benches/cpu.ts';
import { exportBenches } from './benches/export.ts';
import { httpBenches } from './benches/http.ts';
import { requestBenches } from './benches/requests.ts';
  ...ruleBenches,
