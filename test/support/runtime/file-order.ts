/** The order of the test files. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest fault tests; those of the scheduler wait for minutes. Started last, they would run alone at the end. */
const longest = /\/faults\/(?:scheduler|system)\./;

/**
 * Project by project, so that the next file can use the process of the last, and the files of a module one after
 * the other: they use the same functions, whose workers are warm then. The longest files go first.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) =>
      `${project.name} ${longest.test(moduleId) ? 0 : 1} ${moduleId}`;
    return files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  }
}
