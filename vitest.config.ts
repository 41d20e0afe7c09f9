import { defineConfig } from 'vitest/config'

const seconds = 1000

// On a shared machine a test may miss by the machine's own doing. There it is asked again, and named at the end; a developer's
// run asks once.
const again = process.env.CI === undefined ? 0 : 2

export default defineConfig({
  test: {
    retry: again,
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
        test: { name: 'server', include: ['tests/{server,api}/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], testTimeout: 300 * seconds },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          // One by one: a browser that draws without a graphics card keeps two processors busy.
          fileParallelism: false,
          testTimeout: 180 * seconds,
        },
      },
    ],
  },
})
