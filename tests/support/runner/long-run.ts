// The two forms of the tests: the short one, and the long one of `npm test -- --all`. Only this file reads the settings
// for them.

/** True in the long form: all test files, every suite on both databases, races of many rounds, servers killed for a minute. */
const IS_LONG_RUN = process.env.TEST_ALL === '1'

/** Returns the first value in the short form of the tests, the second one in the long form. */
export const byRun = <Value>(short: Value, long: Value): Value => (IS_LONG_RUN ? long : short)

/** The patterns of the test files that this run leaves out. */
export const LEFT_OUT: string[] = byRun(['tests/**/*.long.test.ts'], [])

/** Registers tests in the long form only. A whole file of such tests is named `*.long.test.ts`. */
export function inLongRun(register: () => void): void {
  if (IS_LONG_RUN) register()
}
