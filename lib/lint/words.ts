/** Words and phrases that texts, comments and names must not contain, each with a plain noun or verb instead. */

interface BannedWord {
  pattern: RegExp;
  /** Suggested words. */
  instead: string;
}

/** Whole words, in prose and as parts of names: `nobodysKey` contains `nobodys`. */
const bannedWords: readonly BannedWord[] = [
  { pattern: /[Ww]hoever/, instead: 'the caller, the worker, the user' },
  { pattern: /[Ww]hatever/, instead: 'each, any, everything that' },
  { pattern: /[Nn]obody/, instead: 'no caller, no worker, no user' },
  { pattern: /[Ss]omebody/, instead: 'another caller, another worker, a user' },
  { pattern: /hindrance|obstacle/i, instead: 'blockedReason' },
  { pattern: /careFor|needsCare/, instead: 'recover, watchdog' },
  { pattern: /tellOf|[a-z]Told\b|\bTold\b/, instead: 'notify, publish, publication' },
  { pattern: /\bNest\b/, instead: 'CanaryConfig' },
  { pattern: /(?<![A-Za-z])knees?(?![a-z])|Knee/, instead: 'saturation point' },
  { pattern: /(?<![A-Za-z])storms?(?![a-z])|Storm/i, instead: 'fault-injection test' },
  { pattern: /takePlace|setBack\b/, instead: 'takeSlot, handleFailure' },
  { pattern: /(?<![A-Za-z])(?:most|least|fewest)[A-Z]/, instead: 'max, min' },
  { pattern: /\b[Aa]sker|\b[Dd]oomed\b/, instead: 'caller, request, pending deletion' },
  {
    pattern: /\blook(?:After|At|For)[A-Z]|\bisWorthAsking\b|\baskAgain/,
    instead: 'check, read, find, refresh',
  },
  { pattern: /\bEngineParts\b|\bengineParts\b/, instead: 'BatchDependencies' },
  { pattern: /abandonExport/, instead: 'cleanUpExport' },
  { pattern: /\btell(?:Move|EveryMs)|\btoldOf\b/, instead: 'publish, notify' },
  { pattern: /nudge/i, instead: 'redispatch' },
  { pattern: /\b(?:is|are|was|be) told\b/i, instead: 'is published, is notified, is returned' },
  { pattern: /\b(?:is|are|was) given up\b/i, instead: 'is abandoned, has failed' },
  { pattern: /\bleaves? the others alone\b/i, instead: 'does not affect the others' },
  { pattern: /\bin the hands of\b/i, instead: 'is leased by, is claimed by' },
  { pattern: /\b(?:was|were) (?:first )?heard of\b/i, instead: 'was reported' },
];

export interface WordProblem {
  line: number;
  found: string;
  instead: string;
}

/** Returns every banned word of a text with its line, from 1. */
export function wordProblems(text: string): WordProblem[] {
  return text.split('\n').flatMap((content, index) =>
    bannedWords.flatMap(({ pattern, instead }) =>
      [...content.matchAll(new RegExp(pattern, `g${pattern.flags}`))].map(([found]) => ({
        line: index + 1,
        found,
        instead,
      })),
    ),
  );
}
