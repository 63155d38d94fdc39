/** Loads the template engines. */
import type { Context, Emitter, Liquid, Template } from 'liquidjs';
import { type Button, parseButton } from './button.ts';

/** Limits of rendering, so that a tenant's template does not delay mails of other tenants: characters, milliseconds, characters. */
const limits = { parseLimit: 20_000, renderLimit: 1_000, memoryLimit: 2_000_000 } as const;
// Templates of tenants must not read files or inherited properties.
const withoutFiles = { templates: {}, ownPropertyOnly: true } as const;

interface TemplateEngines {
  /** Renders subjects: values unescaped, within limits. */
  subject: Liquid;
  /** Renders texts: like subjects, with the tag `{% button %}`. */
  body: Liquid;
  /** Renders within limits. Returns the text and the buttons that were written while rendering. */
  render(engine: Liquid, templates: Template[], variables: object): { text: string; buttons: Button[] };
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

const buttonsRegister = 'buttons';

/** Adds the tag `{% button "Label" %}`. It writes a placeholder, so that a template cannot read the link of the mail. */
function withButtons(engine: Liquid): Liquid {
  engine.registerTag('button', {
    parse(token) {
      this.button = parseButton(token.args);
    },
    render(context: Context, emitter: Emitter) {
      const button: Button = this.button;
      context.getRegister<Button[]>(buttonsRegister).push(button);
      emitter.write(button.placeholder);
    },
  });
  return engine;
}

let engines: Promise<TemplateEngines> | undefined;

/** Loads the engines on first use, because most calls render nothing. */
export function loadTemplateEngines(): Promise<TemplateEngines> {
  engines ??= import('liquidjs').then(({ Liquid: Engine, Context: RenderContext }) => ({
    subject: withLimitedOutput(new Engine({ ...withoutFiles, ...limits })),
    body: withButtons(withLimitedOutput(new Engine({ ...withoutFiles, ...limits }))),
    escaping: new Engine({ ...withoutFiles, outputEscape: 'escape' }),
    render: (liquid, templates, variables) => {
      const buttons: Button[] = [];
      const context = new RenderContext(variables, liquid.options, { sync: true }, { liquid });
      context.setRegister(buttonsRegister, buttons);
      return { text: String(liquid.renderSync(templates, context)), buttons };
    },
  }));
  return engines;
}
