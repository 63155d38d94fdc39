import { describe, expect, it } from 'vitest';
import { breaches, rings } from '../../../lib/lint/check-folders.ts';
import { folderRules } from '../../../lib/lint/folder-rules.ts';
import { importsOf } from '../../../lib/lint/import-graph.ts';

/** Files by path, each with its source, as imports. */
function project(files: Readonly<Record<string, string>>) {
  return Object.entries(files).flatMap(([path, source]) => importsOf(path, source));
}

const broken = (files: Readonly<Record<string, string>>) =>
  breaches(project(files), folderRules).map(({ from, path }) => [from, ...path].join(' > '));

describe('importsOf', () => {
  it('finds every form of import, from which line, and whether only types are meant', () => {
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
    ['shared/sales/service.ts', "import '../../lib/aws/names.ts';"],
    ['shared/sales/service.ts', "import '@aws-sdk/client-s3';"],
    ['shared/sales/service.ts', "import type { X } from '@aws-sdk/client-dynamodb';"],
    ['shared/sales/service.ts', "import '@aws-sdk/client-kms';"],
    ['shared/sales/service.ts', "import '@aws-sdk/client-sqs';"],
    ['shared/sales/contract.ts', "import './order-store.ts';"],
    ['shared/client/index.ts', "import type { X } from '../http/contract.ts';"],
    ['functions/sales/get-order.ts', "import '../../shared/payments/operate.ts';"],
    ['functions/sales/get-order.ts', "import '../../shared/sales/order-store.ts';"],
    ['lib/aws/app.ts', "import '../local/runtime.ts';"],
    ['lib/local/x.ts', "import '../../test/support/api.ts';"],
    ['lib/local/x.ts', "import '../../bin/local.ts';"],
    ['lib/bench/x.ts', "import '../../functions/rules/create-rule.ts';"],
    ['bin/admin.ts', "import 'aws-cdk-lib/aws-s3';"],
  ])('refuse that %s says %s', (path, source) => {
    expect(broken({ [path]: source })).toHaveLength(1);
  });

  it.each([
    [
      'functions/sales/get-order.ts',
      "import '../../shared/sales/service.ts'; import '../../shared/http/endpoint.ts';",
    ],
    ['shared/files/bucket.ts', "import '@aws-sdk/client-s3';"],
    ['shared/client/index.ts', "import createClient from 'openapi-fetch'; import './pages.ts';"],
    ['lib/aws/app.ts', "import { App } from 'aws-cdk-lib';"],
  ])('let %s say %s', (path, source) => {
    expect(broken({ [path]: source })).toEqual([]);
  });

  it('see what comes with a contract through others, but not through types', () => {
    const files = {
      'shared/sales/contract.ts': "import './limits.ts';",
      'shared/sales/limits.ts': "import './rates.ts';",
      'shared/sales/rates.ts': "import 'stripe';",
    };
    expect(broken(files)).toEqual([
      'shared/sales/contract.ts > shared/sales/limits.ts > shared/sales/rates.ts > stripe',
    ]);
    expect(broken({ ...files, 'shared/sales/limits.ts': "import type { Rate } from './rates.ts';" })).toEqual(
      [],
    );
  });
});

describe('rings', () => {
  it('are found whatever leads to them, once each', () => {
    const files = {
      'lib/start.ts': "import './a.ts';",
      'lib/a.ts': "import './b.ts';",
      'lib/b.ts': "import './c.ts'; import './d.ts';",
      'lib/c.ts': "import './a.ts';",
      'lib/d.ts': '',
    };
    expect(rings(project(files))).toEqual([['lib/a.ts', 'lib/b.ts', 'lib/c.ts', 'lib/a.ts']]);
  });

  it('are none when only types go round', () => {
    const files = { 'lib/a.ts': "import './b.ts';", 'lib/b.ts': "import type { A } from './a.ts';" };
    expect(rings(project(files))).toEqual([]);
  });
});
