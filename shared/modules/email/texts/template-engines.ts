/** What fills in templates. */
import type { Liquid } from 'liquidjs';

/** A tenant's template must not hold up the mails of others. */
const limits = { parseLimit: 20_000, renderLimit: 5_000, memoryLimit: 2_000_000 } as const;
// Templates are texts of tenants: they read the given values and no file.
const withoutFiles = { templates: {}, ownPropertyOnly: true } as const;

interface TemplateEngines {
  /** Fills values in as they are, within limits. */
  plain: Liquid;
  /** Fills values in as text of HTML; for layouts of the platform. */
  escaping: Liquid;
}

let engines: Promise<TemplateEngines> | undefined;

/** Loads the engines when the first text is made: most calls of functions that have them make none. */
export function loadTemplateEngines(): Promise<TemplateEngines> {
  engines ??= import('liquidjs').then(({ Liquid: Engine }) => ({
    plain: new Engine({ ...withoutFiles, ...limits }),
    escaping: new Engine({ ...withoutFiles, outputEscape: 'escape' }),
  }));
  return engines;
}
