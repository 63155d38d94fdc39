import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundleOptions } from '../../../lib/aws/bundling/bundle.ts';

/** The code of a bundle whose entry is this text. */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    ...bundleOptions,
    plugins: [...bundleOptions.plugins],
    mainFields: [...bundleOptions.mainFields],
    sourcemap: false,
    write: false,
    stdin: { contents, resolveDir: bundleOptions.absWorkingDir, sourcefile: 'entry.ts' },
  });
  return outputFiles[0]?.text ?? '';
}

describe('a bundle with middy', () => {
  it("does not load Node's HTTP stack for middy's errors", async () => {
    const code = await bundle(
      "import { createError } from '@middy/util'; export const handler = () => createError(418, 'a teapot');",
    );
    expect(code).toContain('a teapot');
    expect(code).not.toContain('node:http');
  });

  it('leaves it to those who need it', async () => {
    expect(await bundle("import { request } from 'node:http'; export const handler = request;")).toContain(
      'node:http',
    );
  });
});
