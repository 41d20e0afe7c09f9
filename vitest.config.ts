import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LEFT_OUT } from './tests/support/runner/long-run.ts'
import { LongestFirst } from './tests/support/runner/longest-first.ts'
import { NODE_FLAGS } from './tests/support/runner/node-flags.ts'

const seconds = 1000

// Tests that wait for other processes may fail because a shared machine is busy: where CI is set they are tried once more, and
// `npm test` names them at its end. All other tests are tried once.
const retry = process.env.CI === undefined ? 0 : 1

/** What nginx gives an instance 2.5 s for takes longer beside other tests. */
const ALONE = ['tests/instances/rolling.long.test.ts']

/** One for each processor, and two at least: the rule leaves one free, and takes twice as long on two. */
const WORKERS = Math.max(2, availableParallelism())

/**
 * Tests that wait, after those that compute all the time: four keep two processors busy. Eight at most, because PostgreSQL accepts a hundred
 * connections and a site takes four.
 */
const WAITING = { sequence: { groupOrder: 1 }, maxWorkers: Math.min(WORKERS + 2, 8) }

/** Files that start three browsers at once. */
const HEAVY = { sequence: { groupOrder: 2 }, maxWorkers: 2 }

/** What a test that waits for other processes may take: a machine that is shared can be several times slower. */
const PATIENT_MS = 600 * seconds

// Many files start processes: what one of them has compiled the next finds there.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/spacedrop/compiled')

export default defineConfig({
  test: {
    exclude: LEFT_OUT,
    maxWorkers: WORKERS,
    // Node's SQLite locks the folder of a database.
    execArgv: ['--disable-warning=ExperimentalWarning', ...NODE_FLAGS],
    sequence: { sequencer: LongestFirst },
    testTimeout: 120 * seconds,
    hookTimeout: 300 * seconds,
    // A failure on another machine is seen by its message alone: "[ Array(1) ]" says nothing.
    chaiConfig: { truncateThreshold: 1_000 },
    // A page on a busy machine can take a minute. A poll that passes ends at once.
    expect: { poll: { timeout: 180 * seconds } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['tests/{game,i18n,art,layouts,content}/**/*.test.ts'],
          // Nothing here keeps a state: the files share a process, which reads each module once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          include: ['tests/{stores,islands,office}/**/*.test.{ts,tsx}'],
          // A process for each file takes three times as long as the tests.
          isolate: false,
          setupFiles: ['tests/support/browsers/fresh-browser.ts'],
          // Keeps the storage that it found when it was loaded.
          server: { deps: { inline: ['@nanostores/persistent'] } },
        },
      },
      {
        extends: true,
        // The files share a process, as those of the server do.
        test: { name: 'scripts', include: ['tests/scripts/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/{server,api,model,security}/**/*.test.ts'],
          // A site is made from what it is handed. To read all modules of the server takes two seconds of a processor, longer than most
          // of these files: they share a process. A file that fakes timers sets them back.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          retry,
          include: ['tests/faults/**/*.test.ts'],
          // Beside the journeys: these wait most of their time, for servers that start and for what has to end by the clock.
          ...WAITING,
          testTimeout: PATIENT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'instances',
          retry,
          include: ['tests/instances/**/*.test.ts'],
          exclude: [...ALONE],
          ...WAITING,
          testTimeout: PATIENT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: [...ALONE],
          sequence: { groupOrder: 3 },
          maxWorkers: 1,
          testTimeout: PATIENT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'image',
          include: ['tests/image/**/*.test.ts'],
          // The image waits for the network and the disk.
          ...WAITING,
          testTimeout: PATIENT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'guide',
          include: ['tests/guide/**/*.test.ts'],
          ...WAITING,
          testTimeout: PATIENT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          retry,
          include: ['tests/engines/*.test.ts'],
          ...HEAVY,
          testTimeout: PATIENT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          retry,
          include: ['tests/e2e/**/*.test.ts'],
          setupFiles: ['tests/support/browsers/print-failed-pages.ts'],
          // A file has a site and a browser of its own: they share a process, which reads the modules once.
          isolate: false,
          // A journey waits half of its time, for pages that load and for what comes by the clock.
          ...WAITING,
          testTimeout: PATIENT_MS,
        },
      },
    ],
  },
})
