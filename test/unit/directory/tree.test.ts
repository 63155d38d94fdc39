import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  moveNodes,
  placeTree,
  subtreeIds,
  type TreeNode,
  treeProblem,
} from '../../../shared/modules/identity/directory/tree.ts';

const node = (id: string, parentId: string | null = null, name = id): TreeNode => ({ id, parentId, name });
const ids = (nodes: readonly TreeNode[]) => nodes.map(({ id }) => id);

/** Nodes with arbitrary parents: missing ones, themselves, cycles. */
const anyNodes = fc
  .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 })
  .chain((numbers) =>
    fc.tuple(
      ...numbers.map((number) =>
        fc.record({
          id: fc.constant(`n${number}`),
          name: fc.constantFrom('a', 'B', 'c', 'same'),
          parentId: fc.option(fc.integer({ min: 0, max: 30 }).map((parent) => `n${parent}`)),
        }),
      ),
    ),
  )
  .map((nodes): TreeNode[] => nodes);

/** Trees: the parent of every node precedes it. */
const trees = fc
  .array(fc.nat(), { minLength: 1, maxLength: 20 })
  .map((picks) =>
    picks.map((pick, index) => node(`n${index}`, index === 0 || pick % 4 === 0 ? null : `n${pick % index}`)),
  );

const forAnyNodes = (check: (nodes: TreeNode[]) => void) => fc.assert(fc.property(anyNodes, check));

describe('placeTree', () => {
  it('sorts siblings by name, children after their parent', () => {
    const tops = [node('1', null, 'b'), node('2', null, 'A')];
    const placed = placeTree([...tops, node('3', '1', 'z'), node('4', '1', 'Y')]);
    expect(placed.map(({ node: { name }, depth }) => `${name} ${depth}`)).toEqual([
      'A 0',
      'b 0',
      'Y 1',
      'z 1',
    ]);
    expect(placed[1]).toMatchObject({ ancestors: [], childIds: ['4', '3'], descendantIds: ['4', '3'] });
    expect(ids(placed[2]?.ancestors ?? [])).toEqual(['1']);
  });

  it('sorts names with accents beside those without', () => {
    const names = ['Zorn', 'Österreich', 'Norden', 'osten', 'Élan', 'Eis'];
    const placed = placeTree(names.map((name) => node(name)));
    expect(placed.map((place) => place.node.name)).toEqual([
      ...['Eis', 'Élan', 'Norden', 'osten', 'Österreich', 'Zorn'],
    ]);
  });

  it('contains every node exactly once, with any parents', () => {
    forAnyNodes((nodes) => {
      const placed = placeTree(nodes);
      expect(ids(placed.map((place) => place.node)).toSorted()).toEqual(ids(nodes).toSorted());
    });
  });

  it('never contains a node below itself', () => {
    forAnyNodes((nodes) => {
      for (const { node: own, ancestors, descendantIds, depth } of placeTree(nodes)) {
        expect([...ids(ancestors), ...descendantIds]).not.toContain(own.id);
        expect(depth).toBe(ancestors.length);
      }
    });
  });

  it('lists as descendants exactly the nodes with this ancestor', () => {
    forAnyNodes((nodes) => {
      const placed = placeTree(nodes);
      for (const { node: own, descendantIds } of placed) {
        const below = placed.filter(({ ancestors }) => ids(ancestors).includes(own.id));
        expect(descendantIds).toEqual(ids(below.map((place) => place.node)));
      }
    });
  });
});

describe('treeProblem', () => {
  it.each<[string, TreeNode[], ReturnType<typeof treeProblem>]>([
    ['a chain of three', [node('a'), node('b', 'a'), node('c', 'b')], undefined],
    ['a chain of four', [node('a'), node('b', 'a'), node('c', 'b'), node('d', 'c')], 'too deep'],
    ['a node below a cycle', [node('c', 'a'), node('a', 'b'), node('b', 'a')], 'cycle'],
    ['a missing parent', [node('a', 'x')], 'unknown parent'],
  ])('%s', (_, nodes, problem) => {
    expect(treeProblem(nodes, 3)).toBe(problem);
  });

  it('finds none exactly if every node is reachable from a root', () => {
    forAnyNodes((nodes) => {
      const tops = placeTree(nodes).filter(({ depth }) => depth === 0);
      const isTree = tops.every(({ node: { parentId } }) => parentId === null);
      expect(treeProblem(nodes, 1_000) === undefined).toBe(isTree);
    });
  });
});

describe('moveNodes', () => {
  it('never creates a cycle, and loses no node', () => {
    const name = fc.integer({ min: 0, max: 19 }).map((number) => `n${number}`);
    const moves = fc.dictionary(name, fc.option(name));
    fc.assert(
      fc.property(trees, moves, (tree, parents) => {
        const moved = moveNodes(tree, new Map(Object.entries(parents)));
        expect(ids(moved)).toEqual(ids(tree));
        if (treeProblem(moved, 1_000) !== undefined) return;
        const reachable = placeTree(moved).flatMap(({ node: own, depth, descendantIds }) =>
          depth === 0 ? [own.id, ...descendantIds] : [],
        );
        expect(reachable.toSorted()).toEqual(ids(tree).toSorted());
      }),
    );
  });

  it('does not change other nodes', () => {
    const tree = [node('a'), node('b', 'a')];
    expect(moveNodes(tree, new Map([['b', 'a']]))[1]).toBe(tree[1]);
    expect(moveNodes(tree, new Map([['b', null]]))).toEqual([node('a'), node('b')]);
  });
});

describe('subtreeIds', () => {
  it('contains the ids and all descendants', () => {
    const tree = [node('a'), node('b', 'a'), node('c', 'b'), node('d', 'a')];
    expect(subtreeIds(tree, ['b', 'unknown'])).toEqual(new Set(['b', 'c']));
  });
});
