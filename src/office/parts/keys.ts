// Which key was pressed, on any keyboard.

/** Fields that take letters. */
const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'

const LATIN = /^[a-z]$/

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>

/** Tells whether what is pressed is typed into a field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(FIELDS)
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
