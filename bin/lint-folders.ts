/**
 * Part of `npm run lint`: checks imports between folders (`lib/lint/folder-rules.ts`), the kernel's folders
 * (`lib/lint/kernel-folders.ts`) and modules (`lib/lint/module-graph.ts`), import cycles, and the number of files per
 * folder.
 */
import { breaches, rings } from '../lib/lint/check-folders.ts';
import { folderRules } from '../lib/lint/folder-rules.ts';
import { sizeProblems } from '../lib/lint/folder-sizes.ts';
import { projectImports, projectPaths } from '../lib/lint/import-graph.ts';
import { kernelOrderProblems } from '../lib/lint/kernel-folders.ts';
import { arrowProblems, publicFileProblems } from '../lib/lint/module-graph.ts';

const imports = projectImports();
const broken = breaches(imports, folderRules);
for (const { says, from, line, path } of broken) {
  console.error(`${from}:${line} imports ${path.join(', which imports ')}\n  ${says}`);
}
const circles = rings(imports);
for (const circle of circles) console.error(`${circle.join(' imports ')}\n  Imports must not form a cycle.`);

const problems = [
  ...kernelOrderProblems(imports),
  ...arrowProblems(imports),
  ...publicFileProblems(imports),
  ...sizeProblems(projectPaths()),
];
for (const problem of problems) console.error(problem);

if (broken.length + circles.length + problems.length > 0) process.exitCode = 1;
else console.log(`${imports.length} imports follow ${folderRules.length} folder rules.`);
