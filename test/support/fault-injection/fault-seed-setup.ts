/** Prints the seed at the start of a run, so that a killed run has printed it too. */
import type { TestProject } from 'vitest/node';

export default function setup({ config }: TestProject): void {
  console.log(
    `Fault tests with seed ${config.env.FAULT_SEED}: --seed ${config.env.FAULT_SEED} repeats their decisions.`,
  );
}
