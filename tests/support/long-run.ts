// The two forms of the tests: the short one, and the long one of `npm test -- --all`. Only this file reads the settings
// for them.

/** True in the long form: every suite on both databases, races of many rounds, servers killed for a minute. */
const IS_LONG_RUN = process.env.TEST_ALL === '1'

/** Returns the first value in the short form of the tests, the second one in the long form. */
export const byRun = <Value>(short: Value, long: Value): Value => (IS_LONG_RUN ? long : short)
