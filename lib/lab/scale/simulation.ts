/**
 * Simulates the key design with tenants whose sizes follow Zipf's law on DynamoDB's partitions: 1 000 write and 3 000
 * read units per second each, splits of hot ones every minute, no split of an item or of a newest end. Rates are
 * expected values, so that every run draws the same chart.
 */
import { type AccessPattern, isOfAll, partitionLimits } from './patterns.ts';

export interface Scene {
  requestsPerSecond: number;
  tenants: number;
  /** Inequality of the tenants' sizes: 0 for equal ones. */
  exponent: number;
  minutes: number;
}

/** A unit that cannot be split, with its load per second. */
interface Atom {
  readUnits: number;
  writeUnits: number;
}

/** Tenants below this rank are equal, and so small that they are grouped. */
const distinctTenants = 500;
const smallGroups = 1_500;
/** Partitions of a new on-demand table: 4 000 writes a second. */
const firstPartitions = 4;

/** Shares of the requests, the largest tenant first. */
export function sharesOf({ tenants, exponent }: Pick<Scene, 'tenants' | 'exponent'>): number[] {
  const weights = Array.from({ length: tenants }, (_, rank) => (rank + 1) ** -exponent);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function atomsOf(pattern: AccessPattern, requestsPerSecond: number): Atom[] {
  const uses = (requestsPerSecond * pattern.uses) / 100 / pattern.partitions;
  const atom = { readUnits: uses * pattern.readUnits, writeUnits: uses * pattern.writeUnits };
  return Array.from({ length: pattern.partitions }, () => atom);
}

/** The load of all requests on single partitions. */
function demandOf(patterns: readonly AccessPattern[], scene: Scene): Atom[] {
  const shares = sharesOf(scene);
  const distinct = shares.slice(0, distinctTenants);
  const rest = shares.slice(distinctTenants);
  const restShare = rest.reduce((sum, share) => sum + share, 0);
  return patterns.flatMap((pattern) => {
    if (isOfAll(pattern.owner)) return atomsOf(pattern, scene.requestsPerSecond);
    const ofSmall = (restShare * scene.requestsPerSecond) / smallGroups;
    return [
      ...distinct.flatMap((share) => atomsOf(pattern, share * scene.requestsPerSecond)),
      ...Array.from({ length: smallGroups }, () => atomsOf(pattern, ofSmall)).flat(),
    ];
  });
}

/** Units of some atoms together. */
function sumOf(atoms: readonly Atom[]): Atom {
  let [readUnits, writeUnits] = [0, 0];
  for (const atom of atoms) {
    readUnits += atom.readUnits;
    writeUnits += atom.writeUnits;
  }
  return { readUnits, writeUnits };
}

interface Partition {
  atoms: readonly Atom[];
  /** Units per second that it cannot serve. */
  refused: number;
}

function partitionOf(atoms: readonly Atom[]): Partition {
  const { readUnits, writeUnits } = sumOf(atoms);
  const refused =
    Math.max(0, readUnits - partitionLimits.readUnits) + Math.max(0, writeUnits - partitionLimits.writeUnits);
  return { atoms, refused };
}

const split = ({ atoms }: Partition): Partition[] =>
  [0, 1].map((half) => partitionOf(atoms.filter((_, index) => index % 2 === half)));

/** The share of refused units in each minute, from 0 to 1. */
export function simulate(patterns: readonly AccessPattern[], scene: Scene): number[] {
  const atoms = demandOf(patterns, scene);
  const { readUnits, writeUnits } = sumOf(atoms);
  // Like a hash: neighbors in the list are far apart.
  let partitions = Array.from({ length: firstPartitions }, (_, place) =>
    partitionOf(atoms.filter((_atom, index) => index % firstPartitions === place)),
  );
  const refused: number[] = [];
  for (let minute = 0; minute < scene.minutes; minute++) {
    const units = partitions.reduce((sum, one) => sum + one.refused, 0);
    refused.push(units / (readUnits + writeUnits));
    partitions = partitions.flatMap((one) => (one.refused > 0 && one.atoms.length > 1 ? split(one) : [one]));
  }
  return refused;
}
