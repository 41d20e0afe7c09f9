import { defineConfig } from 'vitest/config'

const seconds = 1000

// On a shared machine a test may miss by the machine's own doing. There it is asked again, and named at the end; a developer's
// run asks once.
const again = process.env.CI === undefined ? 0 : 2

export default defineConfig({
  test: {
    retry: again,
    // One for each processor of a small machine: the rule leaves one free, and takes twice as long on two.
    maxWorkers: 2,
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
          // what computes all the time they would wait for a processor too.
          sequence: { groupOrder: 2 },
          testTimeout: 300 * seconds,
        },
      },
      {
        extends: true,
        test: {
          name: 'instances',
          include: ['tests/instances/**/*.test.ts'],
          sequence: { groupOrder: 2 },
          testTimeout: 180 * seconds,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          // After what needs no browser, and no more at once than two processors can draw for without a graphics card: a journey waits
          // half of its time, for what fades, counts up or comes by the clock.
          sequence: { groupOrder: 1 },
          testTimeout: 180 * seconds,
        },
      },
    ],
  },
})
