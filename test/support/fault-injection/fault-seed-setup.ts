/** Prints the seed of a run of fault tests at its start: a run that is killed must name it, too. */
import type { TestProject } from 'vitest/node';

export default function setup({ config }: TestProject): void {
  console.log(
    `Fault tests with seed ${config.env.FAULT_SEED}: --seed ${config.env.FAULT_SEED} repeats their decisions.`,
  );
}
