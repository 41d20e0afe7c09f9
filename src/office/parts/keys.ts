// Which key was pressed, on any keyboard.

/** Fields that take letters. */
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

const LATIN = /^[a-z]$/

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>

/** Tells whether what is pressed is for a field: it is typed, or moves between choices. */
export function isForField({ target, key }: Pick<KeyboardEvent, 'target' | 'key'>): boolean {
  if (!(target instanceof Element)) return false
  return target.matches(FIELDS) || (key.startsWith('Arrow') && target.matches('[type="radio"]'))
}

/**
 * Tells whether a key was pressed, without Ctrl and the like. A letter is found by its sign, and on keyboards of other alphabets by its place.
 *
 * @param key a lower-case letter, a digit, `?`, or a name: `ArrowDown`
 */
export function matchesKey(event: Pressed, key: string): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (pressed === key) return true
  if (key === '?') return event.code === 'Slash' && event.shiftKey
  return LATIN.test(key) && !LATIN.test(pressed) && event.code === `Key${key.toUpperCase()}`
}
