// Parses the assertion that Steam returns a browser with, and accepts only parameters that Steam sends.

/**
 * Steam's fields without the prefix `openid.`. `invalidate_handle` is not among them, because no handle is sent that could be
 * invalidated.
 */
export const ASSERTION_FIELDS = [
  'ns',
  'mode',
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
  'signed',
  'sig',
] as const

type AssertionField = (typeof ASSERTION_FIELDS)[number]

/** An assertion with all its fields, and the state. */
export type Assertion = Readonly<Record<AssertionField | 'state', string>>

export type AssertionFault =
  | 'too-long'
  | 'malformed'
  | 'unknown-parameter'
  | 'duplicate-parameter'
  | 'missing-parameter'

export type AssertionReading =
  | { kind: 'assertion'; assertion: Assertion }
  | { kind: 'cancelled'; state: string }
  | { kind: 'refused'; reason: AssertionFault | 'ns' | 'mode' }

const QUERY_CHARACTERS_MAX = 8192
const FIELD_OF_NAME: ReadonlyMap<string, keyof Assertion> = new Map<string, keyof Assertion>([
  ['state', 'state'],
  ...ASSERTION_FIELDS.map((field) => [`openid.${field}`, field] as const),
])

/** Printable ASCII without spaces: the characters of Steam's values. */
const PRINTABLE = /^[\x21-\x7e]+$/

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** Names are compared undecoded: Steam sends no name that needs decoding. */
function readFields(query: string): ReadonlyMap<keyof Assertion, string> | AssertionFault {
  if (query.length > QUERY_CHARACTERS_MAX) return 'too-long'
  const fields = new Map<keyof Assertion, string>()
  for (const part of query.split('&')) {
    const at = part.indexOf('=')
    if (at < 1) return 'malformed'
    const field = FIELD_OF_NAME.get(part.slice(0, at))
    if (field === undefined) return 'unknown-parameter'
    if (fields.has(field)) return 'duplicate-parameter'
    const value = decode(part.slice(at + 1))
    if (value === undefined || !PRINTABLE.test(value)) return 'malformed'
    fields.set(field, value)
  }
  return fields
}

/**
 * Parses an assertion. Each field is present exactly once; whether the values are true is checked later.
 *
 * @param query the raw query string, without '?'
 */
export function readAssertion(query: string, ns: string): AssertionReading {
  const fields = readFields(query)
  if (typeof fields === 'string') return { kind: 'refused', reason: fields }
  const state = fields.get('state')
  const mode = fields.get('mode')
  if (state === undefined || mode === undefined) return { kind: 'refused', reason: 'missing-parameter' }
  if (fields.get('ns') !== ns) return { kind: 'refused', reason: fields.has('ns') ? 'ns' : 'missing-parameter' }
  if (mode === 'cancel') return { kind: 'cancelled', state }
  if (mode !== 'id_res') return { kind: 'refused', reason: 'mode' }
  const missing = ASSERTION_FIELDS.some((field) => !fields.has(field))
  if (missing) return { kind: 'refused', reason: 'missing-parameter' }
  const whole = Object.fromEntries(fields) as Record<keyof Assertion, string>
  return { kind: 'assertion', assertion: whole }
}
