/** The brand of a stage in the build of the console. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { accentColors, contrast } from '../../../lib/aws/assets/brand-colors.ts';
import { applyBrand, brandParts } from '../../../lib/aws/assets/console-brand.ts';
import { folderOfEachTest } from '../../support/folders.ts';

const dir = folderOfEachTest();
const page =
  '<head><title>Platform console</title><link rel="icon" href="/console/assets/icon-1.svg" /></head><body></body>';

beforeEach(() => {
  mkdirSync(join(dir(), 'assets'));
  writeFileSync(join(dir(), 'index.html'), page);
});
const read = (file: string) => readFileSync(join(dir(), file), 'utf8');

describe('the brand of a stage', () => {
  it('replaces name, logo and accent of the page', () => {
    applyBrand(dir(), { name: 'Acme & <co>', logo: 'lib/console/ui/icon.svg', color: '#0b6e4f' });
    const [sheet, logo] = readdirSync(join(dir(), 'assets')).toSorted();
    expect(read('index.html')).toContain('<title>Acme &amp; &lt;co&gt;</title>');
    expect(read('index.html')).toContain(`<link rel="icon" href="/console/assets/${logo}">`);
    expect(read('index.html')).toContain(`<link rel="stylesheet" href="/console/assets/${sheet}">\n</head>`);
    expect(read(`assets/${sheet}`)).toContain('--accent: light-dark(#0b6e4f, ');
  });

  it('without a name, a logo or a colour leaves those of the build', () => {
    applyBrand(dir(), {});
    expect(read('index.html')).toBe(page);
  });

  it('names a logo that does not exist', () => {
    expect(() => brandParts({ logo: 'brand/none.svg' })).toThrow('brand/none.svg, does not exist');
  });
});

it('texts in any accent are readable', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(hex, (color) => {
      const { light, dark } = accentColors(color);
      const pairs = [
        [light.accent, '#ffffff'],
        [light.accent, light.soft],
        [light.onAccent, light.accent],
        [dark.accent, '#1c2027'],
        [dark.accent, dark.soft],
        [dark.onAccent, dark.accent],
      ] as const;
      for (const [text, ground] of pairs) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
