// Joins class names, leaving out what does not apply.

/** Class names with a space between; undefined when none is left, so that no empty attribute is written. */
export function classes(...names: readonly (string | false | null | undefined)[]): string | undefined {
  const joined = names.filter((name) => typeof name === 'string' && name !== '').join(' ')
  return joined === '' ? undefined : joined
}
