import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { NODE_FLAGS } from './tests/support/node-flags.ts'

const seconds = 1000

// On a shared machine a test may miss by the machine's own doing. There it is asked again, and named at the end; a developer's
// run asks once.
const again = process.env.CI === undefined ? 0 : 2

// Each file runs in a process of its own, and many start others: what one of them has compiled the next finds there.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/spacedrop/compiled')

export default defineConfig({
  test: {
    retry: again,
    // One for each processor of a small machine: the rule leaves one free, and takes twice as long on two.
    maxWorkers: 2,
    execArgv: [...NODE_FLAGS],
    sequence: { sequencer: LongestFirst },
    testTimeout: 30 * seconds,
    hookTimeout: 120 * seconds,
    // A page on a busy machine takes longer than the second that is the rule.
    expect: { poll: { timeout: 20 * seconds } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['tests/{game,i18n,stores,islands,art,scripts}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: { name: 'server', include: ['tests/{server,api,model,security}/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          // After all others: these wait most of their time, for servers that start and for what has to end by the clock, and beside
          // what computes all the time they would wait for a processor too. One of three waits.
          sequence: { groupOrder: 2 },
          maxWorkers: 3,
          testTimeout: 300 * seconds,
        },
      },
      {
        extends: true,
        test: {
          name: 'instances',
          include: ['tests/instances/**/*.test.ts'],
          sequence: { groupOrder: 2 },
          maxWorkers: 3,
          testTimeout: 180 * seconds,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          // After what needs no browser, which computes all the time. A journey waits half of its time, for pages that load and for what
          // comes by the clock: three keep two processors busy.
          sequence: { groupOrder: 1 },
          maxWorkers: 3,
          testTimeout: 180 * seconds,
        },
      },
    ],
  },
})
