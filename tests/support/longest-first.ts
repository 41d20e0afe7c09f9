// The order of test files, so that no worker is left alone with a long one at the end, and what waits runs beside what computes.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than their length tells. The others follow by their length, which is the rule. */
const LONG = [
  // Until the hour strikes, or midnight.
  'tests/e2e/raffle.test.ts',
  'tests/e2e/missions.test.ts',
  'tests/e2e/calendar.test.ts',
  'tests/e2e/free-case.test.ts',
  'tests/e2e/wheel.test.ts',
  'tests/e2e/journey.test.ts',
  // Servers that are killed again and again.
  'tests/faults/kill.test.ts',
  'tests/faults/kill-points.test.ts',
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
