import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { breaches, rings } from '../../../lib/lint/check-folders.ts';
import { folderRules } from '../../../lib/lint/folder-rules.ts';
import { importsOf } from '../../../lib/lint/import-graph.ts';
import { kernelFolders, kernelOrderProblems } from '../../../lib/lint/kernel-folders.ts';
import {
  arrowProblems,
  type ModuleArrow,
  maxArrows,
  maxChainArrows,
  moduleArrows,
  publicFileProblems,
} from '../../../lib/lint/module-graph.ts';

/** Parses the imports of sources by path. */
function project(files: Readonly<Record<string, string>>) {
  return Object.entries(files).flatMap(([path, source]) => importsOf(path, source));
}

const broken = (files: Readonly<Record<string, string>>) =>
  breaches(project(files), folderRules).map(({ from, path }) => [from, ...path].join(' > '));

describe('importsOf', () => {
  it('finds every form of import, its line, and whether it is a type import', () => {
    const source = [
      "import { a } from './a.ts';",
      "import type { B } from '../b.ts';",
      "import { type C, type D } from 'c';",
      "export { e } from './deep/e.ts';",
      "export type * from './f.ts';",
      "const g = await import('./g.ts');",
      "import './h.ts';",
      "// import './comment.ts'",
    ].join('\n');
    const found = importsOf('shared/x/here.ts', source).toSorted((a, b) => a.line - b.line);
    expect(found.map(({ to, typesOnly, line }) => [line, to, typesOnly])).toEqual([
      [1, 'shared/x/a.ts', false],
      [2, 'shared/b.ts', true],
      [3, 'c', true],
      [4, 'shared/x/deep/e.ts', false],
      [5, 'shared/x/f.ts', true],
      [6, 'shared/x/g.ts', false],
      [7, 'shared/x/h.ts', false],
    ]);
  });
});

describe('the rules of folders', () => {
  it.each([
    ['shared/modules/sales/service.ts', "import '../../../lib/aws/names.ts';"],
    ['shared/modules/sales/service.ts', "import '@aws-sdk/client-s3';"],
    ['shared/modules/sales/service.ts', "import type { X } from '@aws-sdk/client-dynamodb';"],
    ['shared/modules/sales/service.ts', "import '@aws-sdk/client-kms';"],
    ['shared/modules/sales/service.ts', "import '@aws-sdk/client-sqs';"],
    ['shared/modules/sales/contract.ts', "import './order-store.ts';"],
    ['shared/kernel/http/endpoint.ts', "import type { X } from '../../modules/sales/order.ts';"],
    ['shared/kernel/http/endpoint.ts', "import '../../catalog/modules.ts';"],
    ['shared/modules/sales/service.ts', "import type { X } from '../../catalog/commands.ts';"],
    ['functions/sales/get-order.ts', "import '../../shared/catalog/commands.ts';"],
    ['functions/identity/auth/log-in.ts', "import '../../../shared/catalog/commands.ts';"],
    ['functions/identity/auth/log-in.ts', "import '../../../shared/modules/sales/service.ts';"],
    ['shared/clients/typescript/index.ts', "import type { X } from '../../kernel/http/endpoint-spec.ts';"],
    ['functions/sales/get-order.ts', "import '../../shared/modules/payments/operate.ts';"],
    ['functions/sales/get-order.ts', "import '../../shared/modules/sales/order-store.ts';"],
    ['lib/aws/app.ts', "import '../local/run-template.ts';"],
    ['lib/aws/app.ts', "import '../demo/runtime.ts';"],
    ['lib/local/x.ts', "import type { Key } from '../../shared/kernel/table/keys.ts';"],
    ['lib/local/x.ts', "import '../aws/names.ts';"],
    ['lib/local/x.ts', "import '../demo/runtime.ts';"],
    ['lib/demo/x.ts', "import '../../test/support/api.ts';"],
    ['lib/demo/x.ts', "import '../../bin/local.ts';"],
    ['lib/lab/bench/x.ts', "import '../../../functions/rules/create-rule.ts';"],
    ['bin/admin.ts', "import 'aws-cdk-lib/aws-s3';"],
  ])('refuse %s with %s', (path, source) => {
    expect(broken({ [path]: source })).toHaveLength(1);
  });

  it.each([
    [
      'functions/sales/get-order.ts',
      "import '../../shared/modules/sales/service.ts'; import '../../shared/kernel/http/endpoint.ts';",
    ],
    ['functions/identity/auth/log-in.ts', "import '../../../shared/catalog/declared-features.ts';"],
    ['functions/webhooks/inbound/receive.ts', "import '../../../shared/modules/webhooks/inbound.ts';"],
    ['shared/kernel/files/bucket.ts', "import '@aws-sdk/client-s3';"],
    ['shared/clients/typescript/index.ts', "import createClient from 'openapi-fetch'; import './pages.ts';"],
    ['lib/aws/app.ts', "import { App } from 'aws-cdk-lib';"],
    ['lib/local/x.ts', "import 'lru-cache'; import 'node:fs'; import './types.ts';"],
    ['lib/demo/x.ts', "import '../local/run-template.ts'; import '../aws/names.ts';"],
  ])('allow %s with %s', (path, source) => {
    expect(broken({ [path]: source })).toEqual([]);
  });

  it.each([
    ['contract.ts', 'stripe', 'stripe'],
    ['order-contract.ts', '../../kernel/table/table.ts', 'shared/kernel/table/table.ts'],
    ['public-data.ts', '@smithy/core/serde', '@smithy/core/serde'],
    ['public-data.ts', './order-store.ts', 'shared/modules/sales/order-store.ts'],
    ['public-data.ts', '../../kernel/table/write.ts', 'shared/kernel/table/write.ts'],
    ['rule-engine.ts', '../../kernel/table/read.ts', 'shared/kernel/table/read.ts'],
  ])('follow imports of %s through others to %s, but not through types', (name, specifier, forbidden) => {
    const files = {
      [`shared/modules/sales/${name}`]: "export { limits } from './limits.ts';",
      'shared/modules/sales/limits.ts': "import './rates.ts';",
      'shared/modules/sales/rates.ts': `import '${specifier}';`,
    };
    const path = [name, 'limits.ts', 'rates.ts'].map((file) => `shared/modules/sales/${file}`);
    expect(broken(files)).toEqual([[...path, forbidden].join(' > ')]);
    const types = "import type { Rate } from './rates.ts';";
    expect(broken({ ...files, 'shared/modules/sales/limits.ts': types })).toEqual([]);
  });
});

describe('the folders of the kernel', () => {
  const files = {
    'shared/kernel/base/ids.ts': '',
    'shared/kernel/table/read.ts': "import '../base/ids.ts';",
    'shared/kernel/http/endpoint.ts': "import '../table/read.ts'; import './authentication/caller.ts';",
  };
  const problems = (more: Readonly<Record<string, string>> = {}) =>
    kernelOrderProblems(project({ ...files, ...more }), ['base', 'table', 'http']);

  it('import only themselves and lower ones, types included', () => {
    expect(problems()).toEqual([]);
    const upwards = "import type { X } from '../http/endpoint.ts';";
    expect(problems({ 'shared/kernel/table/keys.ts': upwards })).toEqual([
      expect.stringContaining('shared/kernel/table/keys.ts:1: imports shared/kernel/http/endpoint.ts'),
    ]);
  });

  it('all have a place in the order', () => {
    const missing = 'shared/kernel/streams has no place in lib/lint/kernel-folders.ts';
    expect(problems({ 'shared/kernel/streams/pace.ts': "import '../base/ids.ts';" })).toEqual([missing]);
    const unknown = 'lib/lint/kernel-folders.ts names lists, which the kernel does not have';
    expect(kernelOrderProblems(project(files), ['base', 'table', 'http', 'lists'])).toEqual([unknown]);
  });

  it('are in the same order in the README', () => {
    const kernelPage = readFileSync('shared/kernel/README.md', 'utf8');
    expect([...kernelPage.matchAll(/^\| \[?`(\w+)`/gm)].map(([, folder]) => folder)).toEqual(kernelFolders);
  });
});

describe('rings', () => {
  it('are found on any path, once each', () => {
    const files = {
      'lib/start.ts': "import './a.ts';",
      'lib/a.ts': "import './b.ts';",
      'lib/b.ts': "import './c.ts'; import './d.ts';",
      'lib/c.ts': "import './a.ts';",
      'lib/d.ts': '',
    };
    expect(rings(project(files))).toEqual([['lib/a.ts', 'lib/b.ts', 'lib/c.ts', 'lib/a.ts']]);
  });

  it('are found for type imports', () => {
    const files = { 'lib/a.ts': "import './b.ts';", 'lib/b.ts': "import type { A } from './a.ts';" };
    expect(rings(project(files))).toEqual([['lib/a.ts', 'lib/b.ts', 'lib/a.ts']]);
  });
});

describe('the arrows between modules', () => {
  const files = {
    'shared/modules/orders/order.ts': "import type { Price } from '../prices/price.ts';",
    'shared/modules/prices/price.ts': "import '../taxes/tax.ts';",
    'shared/modules/taxes/tax.ts': "import '../../kernel/table/read.ts';",
  };
  const arrow = (from: string, to: string) => ({ from, to, reason: 'a test' });
  const named = [arrow('orders', 'prices'), arrow('prices', 'taxes')];
  const problems = (arrows: readonly ModuleArrow[], more: Readonly<Record<string, string>> = {}) =>
    arrowProblems(project({ ...files, ...more }), arrows);

  it('are the declared ones, including types', () => {
    expect(problems(named)).toEqual([]);
    const refused = 'the arrow orders → prices is not allowed (lib/lint/module-graph.ts)';
    expect(problems(named.slice(1))).toEqual([`shared/modules/orders/order.ts:1: ${refused}`]);
    const unneeded = 'no import needs the arrow orders → taxes';
    expect(problems([...named, arrow('orders', 'taxes')])).toEqual([unneeded]);
  });

  it('form no cycle', () => {
    const back = { 'shared/modules/taxes/tax.ts': "import '../orders/order.ts';" };
    const cycle = 'modules form a cycle: orders → prices → taxes → orders';
    expect(problems([...named, arrow('taxes', 'orders')], back)).toContain(cycle);
  });

  it('are limited in number and in chain length', () => {
    const chain = Array.from({ length: maxChainArrows + 1 }, (_, index) =>
      arrow(`m${index}`, `m${index + 1}`),
    );
    const path = ['m0', ...chain.map(({ to }) => to)].join(' → ');
    const tooLong = `a chain of more than ${maxChainArrows} arrows: ${path}`;
    expect(problems([...named, ...chain])).toContain(tooLong);
    const many = Array.from({ length: maxArrows + 1 }, (_, index) => arrow('orders', `m${index}`));
    expect(problems(many)).toContain(`${many.length} arrows between modules, more than ${maxArrows}`);
  });

  it('are drawn on the page of the modules, each with its reason', () => {
    const page = readFileSync('shared/modules/README.md', 'utf8');
    for (const { from, to, reason } of moduleArrows) {
      expect(page).toContain(`  ${from} --> ${to}\n`);
      expect(page).toContain(`| ${from} | ${to} | ${reason} |`);
    }
    expect(page.match(/ --> /g)).toHaveLength(moduleArrows.length);
  });
});

describe('public files of modules', () => {
  const problems = (files: Readonly<Record<string, string>>) => publicFileProblems(project(files));

  it.each([
    ['another module', 'modules/sales/orders.ts', "import { find } from '../stock/stock-store.ts';"],
    ['another module by a type', 'modules/sales/orders.ts', "import type { S } from '../stock/stock.ts';"],
    ['parts of a manifest', 'modules/sales/orders.ts', "import { e } from '../stock/events.ts';"],
    ['samples from shipped code', 'modules/sales/orders.ts', "import { s } from '../stock/samples.ts';"],
    [
      'a store from the catalog',
      'catalog/exports.ts',
      "import { f } from '../modules/stock/stock-store.ts';",
    ],
    [
      'a module from an extension',
      'extensions/adapters.ts',
      "import { a } from '../modules/stock/adapter.ts';",
    ],
    ['what modules use, there', 'extensions/adapters.ts', "import { a } from '../modules/stock/public.ts';"],
    ['another public name', 'modules/sales/orders.ts', "import { l } from '../stock/public-contract.ts';"],
    ['its own public file', 'modules/sales/orders.ts', "import { o } from './public.ts';"],
    ['others in a public file', 'modules/sales/public.ts', "export { s } from '../stock/public.ts';"],
  ])('are needed to import %s', (_, path, source) => {
    expect(problems({ [`shared/${path}`]: source })).toHaveLength(1);
  });

  it('can be imported by modules, samples and the catalog', () => {
    const files = {
      'shared/modules/sales/orders.ts':
        "import { find } from '../stock/public.ts'; import './order-store.ts';",
      'shared/modules/sales/orders/order-contract.ts': "import { limits } from '../../stock/public-data.ts';",
      'shared/modules/sales/samples.ts': "import { aShelf } from '../stock/samples.ts';",
      'shared/modules/sales/public.ts': "export { order } from './orders.ts';",
      'shared/catalog/exports.ts': "const stock = () => import('../modules/stock/exports.ts');",
      'shared/extensions/adapters.ts': "import { a } from '../modules/stock/public-extension.ts';",
      'functions/sales/get-order.ts': "import { find } from '../../shared/modules/sales/orders.ts';",
    };
    expect(problems(files)).toEqual([]);
  });
});
