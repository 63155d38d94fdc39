/** Checks imports against the folder rules, and finds import cycles. */
import type { AllowedImports, FolderRule, ForbiddenImport } from './folder-rules.ts';
import type { Import } from './import-graph.ts';

export interface Breach {
  says: string;
  from: string;
  line: number;
  /** The imported file, and the imports on the way. */
  path: readonly string[];
}

type Graph = ReadonlyMap<string, readonly Import[]>;

/** The runtime imports, by file. */
function graphOf(imports: readonly Import[]): Graph {
  return Map.groupBy(
    imports.filter(({ typesOnly }) => !typesOnly),
    ({ from }) => from,
  );
}

/** The shortest import paths to forbidden files. */
function chainsTo(never: RegExp, first: Import, graph: Graph): string[][] {
  const found: string[][] = [];
  const seen = new Set([first.from, first.to]);
  const waiting = [[first.to]];
  for (const path of waiting) {
    const last = path.at(-1) ?? '';
    if (never.test(last)) {
      found.push(path);
      continue;
    }
    for (const { to } of graph.get(last) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      waiting.push([...path, to]);
    }
  }
  return found;
}

function breaks(rule: ForbiddenImport | AllowedImports, one: Import, graph: Graph): string[][] {
  const match = rule.from.exec(one.from);
  if (!match || rule.except?.test(one.from)) return [];
  if ('only' in rule) {
    const allowed = rule.only.some((pattern) =>
      new RegExp(pattern.replace('$1', match[1] ?? '')).test(one.to),
    );
    return allowed ? [] : [[one.to]];
  }
  if (rule.deep && !one.typesOnly) return chainsTo(rule.never, one, graph);
  return rule.never.test(one.to) ? [[one.to]] : [];
}

/** Returns every import that breaks a rule. */
export function breaches(imports: readonly Import[], rules: readonly FolderRule[]): Breach[] {
  const graph = graphOf(imports);
  return rules.flatMap((rule) =>
    imports.flatMap((one) =>
      breaks(rule, one, graph).map((path) => ({ says: rule.says, from: one.from, line: one.line, path })),
    ),
  );
}

/** Returns import cycles, including type imports: files in a cycle cannot be understood alone. */
export function rings(imports: readonly Import[]): string[][] {
  const graph = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const found: string[][] = [];
  for (const start of graph.keys()) {
    // Depth-first without recursion: the current path, and the next import of each file on it.
    const way: { file: string; next: number }[] = done.has(start) ? [] : [{ file: start, next: 0 }];
    for (let here = way.at(-1); here !== undefined; here = way.at(-1)) {
      const target = graph.get(here.file)?.[here.next];
      here.next += 1;
      if (target === undefined) {
        done.add(here.file);
        way.pop();
        continue;
      }
      const at = way.findIndex(({ file }) => file === target.to);
      if (at >= 0) found.push([...way.slice(at).map(({ file }) => file), target.to]);
      else if (!done.has(target.to)) way.push({ file: target.to, next: 0 });
    }
  }
  return found;
}
