/** The targeting of a toggle, or of a tenant's own value: its rules and its kill switch. */

type Condition = Readonly<Record<string, unknown>>;

export interface Variant {
  name: string;
  value: unknown;
  /** Its share of the weights of all variants; at most three decimals. */
  weight: number;
}

/** A rule with a value or variants. A rule with neither condition nor segments matches every context. */
export interface TargetingRule {
  name?: string | undefined;
  condition?: Condition | null | undefined;
  /** Ids of segments, which must all match. */
  segments?: readonly string[] | undefined;
  /** Percentage of matching contexts that get the value; the others continue with the next rule. 100 by default. */
  percentage?: number | undefined;
  /** Changes the selection of percentage and variants. */
  salt?: string | undefined;
  /** Rules with the same group select the same contexts; by default the toggle's own. */
  groupId?: string | undefined;
  /** The attribute of the context by which percentage and variants select; by default `targetingKey`. */
  stickiness?: string | undefined;
  value?: unknown;
  variants?: readonly Variant[] | undefined;
}

export interface KillSwitch {
  active: boolean;
  /** The value while the switch is active; if absent, `false` for a boolean toggle, otherwise the default. */
  value?: unknown;
}

/** The rules and kill switch of a value. */
export interface Targeting {
  rules: readonly TargetingRule[];
  killSwitch: KillSwitch;
}

export const noTargeting: Targeting = { rules: [], killSwitch: { active: false } };

/** Returns the distinct ids of all segments in the rules. */
export function segmentsOf(rules: readonly TargetingRule[]): string[] {
  return [...new Set(rules.flatMap(({ segments = [] }) => segments))];
}
