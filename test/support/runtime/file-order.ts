/** In which order the test files run. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Project by project, so that the next file can use the process of the last, and the files of a module one after
 * the other: they use the same functions, whose workers are warm then.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) => `${project.name} ${moduleId}`;
    return files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  }
}
