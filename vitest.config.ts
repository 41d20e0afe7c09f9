import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { NODE_FLAGS } from './tests/support/node-flags.ts'

const seconds = 1000

/** Server tests that change what a process has once: the clock of ids, and which modules are loaded. */
const OWN_PROCESS = [
  'tests/api/leaderboard.test.ts',
  'tests/api/missions-clock.test.ts',
  'tests/api/sharing.test.ts',
  'tests/server/sandbox/clock.test.ts',
]

// Tests that wait for other processes may fail because a shared machine is busy: where CI is set they are tried once more, and
// `npm test` names them at its end. All other tests are tried once.
const retry = process.env.CI === undefined ? 0 : 1

// Many files start processes: what one of them has compiled the next finds there.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/spacedrop/compiled')

export default defineConfig({
  test: {
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
          include: ['tests/{game,i18n,art}/**/*.test.ts'],
          // Nothing here keeps a state: the files share a process, which reads each module once.
          isolate: false,
        },
      },
      {
        extends: true,
        // A store is a state of its module: each file has a process of its own.
        test: { name: 'client', include: ['tests/{stores,islands}/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: { name: 'scripts', include: ['tests/scripts/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/{server,api,model,security}/**/*.test.ts'],
          exclude: OWN_PROCESS,
          // A site is made from what it is handed. To read all modules of the server takes two seconds of a processor, longer than most
          // of these files: they share a process. A file that fakes timers sets them back.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'own process', include: OWN_PROCESS } },
      {
        extends: true,
        test: {
          name: 'faults',
          retry,
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
          retry,
          include: ['tests/instances/**/*.test.ts'],
          sequence: { groupOrder: 2 },
          maxWorkers: 3,
          testTimeout: 180 * seconds,
        },
      },
      {
        extends: true,
        test: {
          name: 'image',
          include: ['tests/image/**/*.test.ts'],
          sequence: { groupOrder: 2 },
          maxWorkers: 3,
          testTimeout: 300 * seconds,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          retry,
          include: ['tests/engines/*.test.ts'],
          // Three engines at once in each file, beside tests that wait.
          sequence: { groupOrder: 2 },
          maxWorkers: 3,
          testTimeout: 180 * seconds,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          retry,
          include: ['tests/e2e/**/*.test.ts'],
          // A file has a site and a browser of its own: they share a process, which reads the modules once.
          isolate: false,
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
