/** Prints the seed of a run of fault tests at its start: a run that is killed must name it, too. */
import type { TestProject } from 'vitest/node';

export default function setup({ config }: TestProject): void {
  console.log(`Fault tests with FAULT_SEED=${config.env.FAULT_SEED}, which repeats their random numbers.`);
}
