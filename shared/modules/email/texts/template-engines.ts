/** Loads the template engines. */
import type { Liquid } from 'liquidjs';

/** Limits of rendering, so that a tenant's template does not delay mails of other tenants. */
const limits = { parseLimit: 20_000, renderLimit: 5_000, memoryLimit: 2_000_000 } as const;
// Templates of tenants must not read files or inherited properties.
const withoutFiles = { templates: {}, ownPropertyOnly: true } as const;

interface TemplateEngines {
  /** Renders values unescaped, within limits. */
  plain: Liquid;
  /** Escapes values for HTML; for layouts of the platform. */
  escaping: Liquid;
}

let engines: Promise<TemplateEngines> | undefined;

/** Loads the engines on first use, because most calls render nothing. */
export function loadTemplateEngines(): Promise<TemplateEngines> {
  engines ??= import('liquidjs').then(({ Liquid: Engine }) => ({
    plain: new Engine({ ...withoutFiles, ...limits }),
    escaping: new Engine({ ...withoutFiles, outputEscape: 'escape' }),
  }));
  return engines;
}
