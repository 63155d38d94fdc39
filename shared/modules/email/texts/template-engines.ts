/** Loads the template engines. */
import type { Context, Emitter, Liquid } from 'liquidjs';

/** Limits of rendering, so that a tenant's template does not delay mails of other tenants: characters, milliseconds, characters. */
const limits = { parseLimit: 20_000, renderLimit: 1_000, memoryLimit: 2_000_000 } as const;
// Templates of tenants must not read files or inherited properties.
const withoutFiles = { templates: {}, ownPropertyOnly: true } as const;

interface TemplateEngines {
  /** Renders values unescaped, within limits. */
  plain: Liquid;
  /** Escapes values for HTML; for layouts of the platform. */
  escaping: Liquid;
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join('') : String(value ?? '');

/** An output that counts against the memory limit, which otherwise limits only values. */
function countedOutput({ memoryLimit }: Context): Emitter {
  return {
    buffer: '',
    write(value: unknown) {
      const text = textOf(value);
      memoryLimit.use(text.length);
      this.buffer += text;
    },
  };
}

/** Limits the output of templates: a loop could repeat a text until no memory is left. */
function withLimitedOutput(engine: Liquid): Liquid {
  const { renderer } = engine;
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, output = countedOutput(context)) =>
    render(templates, context, output);
  return engine;
}

let engines: Promise<TemplateEngines> | undefined;

/** Loads the engines on first use, because most calls render nothing. */
export function loadTemplateEngines(): Promise<TemplateEngines> {
  engines ??= import('liquidjs').then(({ Liquid: Engine }) => ({
    plain: withLimitedOutput(new Engine({ ...withoutFiles, ...limits })),
    escaping: new Engine({ ...withoutFiles, outputEscape: 'escape' }),
  }));
  return engines;
}
