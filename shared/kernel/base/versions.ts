/**
 * Versions of Semantic Versioning 2.0.0 (https://semver.org). The package `semver` loads 20 times as much code into
 * every function that evaluates conditions; a test compares with it. Pure.
 */
import { type Numeric, numberOfText } from './json.ts';

interface Version {
  /** Major, minor and patch. */
  numbers: readonly Numeric[];
  /** Identifiers of a pre-release; none in a release. */
  preRelease: readonly string[];
}

/** Longer texts are no versions, as in npm. */
const maxLength = 256;
const number = '(0|[1-9]\\d*)';
const identifier = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)';
const pattern = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

/** Parses a version; undefined for any other text. */
export function parseVersion(text: string): Version | undefined {
  if (text.length > maxLength) return undefined;
  const [, major, minor, patch, preRelease = ''] = pattern.exec(text) ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  return {
    numbers: [major, minor, patch].map(numberOfText),
    preRelease: preRelease === '' ? [] : preRelease.split('.'),
  };
}

const compare = <Value>(a: Value, b: Value): number => (a === b ? 0 : a < b ? -1 : 1);

/** Numbers come before texts, and are compared as numbers. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [a, b].map((one) => /^\d+$/.test(one));
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return isNumber ? compare(numberOfText(a), numberOfText(b)) : compare(a, b);
}

/** Below 0 when `a` is earlier, 0 for the same version. Build metadata is ignored. */
export function compareVersions(a: Version, b: Version): number {
  for (const [index, part] of a.numbers.entries()) {
    const difference = compare(part, b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  // A release is later than its pre-releases.
  if (a.preRelease.length === 0 || b.preRelease.length === 0)
    return Number(a.preRelease.length === 0) - Number(b.preRelease.length === 0);
  for (const [index, part] of a.preRelease.entries()) {
    const other = b.preRelease[index];
    if (other === undefined) return 1;
    const difference = compareIdentifiers(part, other);
    if (difference !== 0) return difference;
  }
  return a.preRelease.length - b.preRelease.length;
}
