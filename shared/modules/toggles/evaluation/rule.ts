/** The targeting of a toggle, or of a tenant's own value: its rules and its kill switch. */

type Condition = Readonly<Record<string, unknown>>;

export interface Variant {
  name: string;
  value: unknown;
  /** Percent, in thousandths at most. */
  weight: number;
}

/** A rule serves a value, or one of several variants. Of a rule with neither condition nor segments, everyone is. */
export interface TargetingRule {
  name?: string | undefined;
  condition?: Condition | null | undefined;
  /** Ids of segments, which must all hold. */
  segments?: readonly string[] | undefined;
  /** How many of those for whom it holds; the others go on to the next rule. 100 by default. */
  percentage?: number | undefined;
  /** Draws the callers of percentage and variants anew. */
  salt?: string | undefined;
  value?: unknown;
  variants?: readonly Variant[] | undefined;
}

export interface KillSwitch {
  active: boolean;
  /** Served while it is active; without one `false` for a boolean toggle, else the default of the toggle. */
  value?: unknown;
}

/** What is stored beside a value. */
export interface Targeting {
  rules: readonly TargetingRule[];
  killSwitch: KillSwitch;
}

export const noTargeting: Targeting = { rules: [], killSwitch: { active: false } };

/** Ids of all segments that the rules name, each once. */
export function segmentsOf(rules: readonly TargetingRule[]): string[] {
  return [...new Set(rules.flatMap(({ segments = [] }) => segments))];
}
