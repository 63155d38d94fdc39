/** How long the fault tests last: `npm run test:faults` runs the long ones, `npm run test:faults:short` and CI short ones. */
export function byRunLength<Value>({ long, short }: { long: Value; short: Value }): Value {
  return process.env.FAULT_RUNS === 'short' ? short : long;
}
