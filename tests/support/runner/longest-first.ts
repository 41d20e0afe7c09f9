// The order of test files: the longest first, so that no worker is left with a long one at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than their length suggests. The others are sorted by their length. */
const LONG = [
  // Builds the site from its packages.
  'tests/image/image.test.ts',
  // Three engines at once.
  'tests/engines/smoke-phone.test.ts',
  'tests/engines/smoke-desktop.test.ts',
  // Every page in every language.
  'tests/e2e/pages/pages-of-a-player.long.test.ts',
  'tests/e2e/pages/pages-of-a-guest.test.ts',
  // Servers that are killed repeatedly.
  'tests/faults/kill.test.ts',
  'tests/faults/kill-points.long.test.ts',
  'tests/e2e/shell/journey.test.ts',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const place = LONG.findIndex((path) => moduleId.endsWith(path))
  return place < 0 ? LONG.length : place
}

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other) || rank(one) - rank(other))
  }
}
