// Class names of elements.

/** Joins class names and leaves out empty ones; returns undefined when none is left, so that no empty attribute is rendered. */
export function classes(...names: readonly (string | false | null | undefined)[]): string | undefined {
  const joined = names.filter((name) => typeof name === 'string' && name !== '').join(' ')
  return joined === '' ? undefined : joined
}
